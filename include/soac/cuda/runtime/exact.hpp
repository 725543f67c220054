// Sums that do not depend on the order of the additions: fixed-point numbers as long as the range of the type, in 64-bit words of 32 bits
// each, to which threads add by atomic operations on integers (U. Kulisch, "Computer Arithmetic and Validity", 2013, chapter 8). The
// result is the exact sum, rounded once.
//
// An addition takes up to three atomic operations. A word has room for the carries of 2^31 additions.
#pragma once

#include "soac/cuda/runtime/thread.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace soac::cuda {

template <class T> struct exact_sum {
  using limits = std::numeric_limits<T>;
  using bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  using word = unsigned long long; ///< signed, modulo 2^64

  static constexpr int mantissa = limits::digits;                      ///< with the leading one
  static constexpr int lowest = limits::min_exponent - limits::digits; ///< word 0 counts multiples of 2^lowest
  static constexpr int words = (limits::max_exponent - lowest) / 32 + 1;
  static constexpr int exceptions = 3; ///< how often infinity, -infinity and what is no number were added
  static constexpr index size = words + exceptions;

  static __device__ void add(word *sum, T x) {
    bits pattern;
    std::memcpy(&pattern, &x, sizeof(T));
    constexpr int top = 8 * static_cast<int>(sizeof(T)) - 1;
    constexpr bits ones = (bits(1) << (mantissa - 1)) - 1;
    const bool is_negative = (pattern >> top) != 0;
    const auto exponent = static_cast<int>((pattern & ~(bits(1) << top)) >> (mantissa - 1));
    std::uint64_t digits = pattern & ones;
    if (exponent == 2 * limits::max_exponent - 1) {
      atomicAdd(sum + words + (digits != 0 ? 2 : is_negative ? 1 : 0), word(1));
      return;
    }
    if (exponent > 0)
      digits |= bits(1) << (mantissa - 1);
    const int position = exponent > 0 ? exponent - 1 : 0, shift = position % 32;
    const std::uint64_t low = (digits << shift) & 0xffffffff, rest = shift > 0 ? digits >> (32 - shift) : digits >> 32;
    const word parts[] = {low, rest & 0xffffffff, rest >> 32};
    for (int k = 0; k < 3; ++k)
      if (parts[k] != 0)
        atomicAdd(sum + position / 32 + k, is_negative ? 0 - parts[k] : parts[k]);
  }

  /// The sum, by one thread. Its words have no meaning afterwards.
  static __device__ T rounded(word *sum) {
    if (sum[words + 2] != 0 || (sum[words] != 0 && sum[words + 1] != 0))
      return not_a_number<T>;
    if (sum[words] != 0 || sum[words + 1] != 0)
      return sum[words] != 0 ? infinity<T> : -infinity<T>;
    const long long over = carry(sum);
    if (over > 0 || over < -1)
      return over > 0 ? infinity<T> : -infinity<T>;
    const bool is_negative = over < 0;
    if (is_negative) { // what is missing from 2^(32 words)
      for (int k = 0; k < words; ++k)
        sum[k] = 0 - sum[k];
      sum[words - 1] += word(1) << 32;
      carry(sum);
    }
    int first = words - 1;
    while (first > 0 && sum[first] == 0)
      --first;
    const auto digit = [&](int k) { return k < 0 ? std::uint64_t(0) : sum[k]; };
    if (digit(first) == 0)
      return T(0);
    bool is_more = false; // than the digits that are looked at
    for (int k = first - 3; k >= 0; --k)
      is_more = is_more || sum[k] != 0;
    int shift = 0;
    while (((digit(first) << shift) >> 31) == 0)
      ++shift;
    const std::uint64_t next = digit(first - 2) << shift;
    std::uint64_t leading = (((digit(first) << 32) | digit(first - 1)) << shift) | (next >> 32);
    is_more = is_more || (next & 0xffffffff) != 0;
    constexpr int dropped = 64 - mantissa;
    const std::uint64_t rest = leading & ((std::uint64_t(1) << dropped) - 1), half = std::uint64_t(1) << (dropped - 1);
    leading >>= dropped;
    if (rest > half || (rest == half && (is_more || (leading & 1) != 0)))
      ++leading;
    const T result = std::ldexp(static_cast<T>(leading), 32 * (first - 1) + lowest - shift + dropped);
    return is_negative ? -result : result;
  }

private:
  /// Makes digits of the words but for the last one, below 2^32, and gives the sign.
  static __device__ long long carry(word *sum) {
    long long over = 0;
    for (int k = 0; k < words; ++k) {
      const long long all = static_cast<long long>(sum[k]) + over;
      sum[k] = static_cast<word>(all) & 0xffffffff;
      over = (all - static_cast<long long>(sum[k])) / (1LL << 32);
    }
    return over;
  }
};

} // namespace soac::cuda
