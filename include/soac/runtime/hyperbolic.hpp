// Hyperbolic tangent and secant from one exponential, as a derivative needs both at the same place: tanh' = sech^2. With
// q = e^-|x| and w = q^2 - 1,
//
//   tanh |x| = -w / (2 + w),   sech x = 2 q / (2 + w),
//
// and w = 2 (q - 1) + (q - 1)^2 keeps its digits where q is near 1. Reduced to |r| <= log(2) / 2 by -|x| = n log 2 + r (Cody, Waite,
// Software Manual for the Elementary Functions, 1980, chapter 6), q - 1 = 2^n (e^r - 1) + (2^n - 1), and e^r - 1 is the series of Taylor.
// There are no branches and no calls: a compiler makes vector loops of it, and computes once what the two functions share. Results are
// at most 3 units in the last place away from the exact ones.
#pragma once

#include "soac/runtime/config.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

/// 1: the scalar functions alone, so that no result depends on where in a loop it is computed.
#ifndef SOAC_STRICT_MATH
#define SOAC_STRICT_MATH 0
#endif

// SOAC_IN_THIS_ORDER(x): x, whose terms -ffast-math must not bring into another order. Clang does not tell that it might; in GCC, what
// keeps it from that also keeps it from vector loops, so that it is for -ffast-math alone.
#if SOAC_STRICT_MATH || defined(__CUDACC__) || !defined(__GNUC__)
#define SOAC_SHARES_EXPONENTIAL 0
#elif defined(__clang__)
#define SOAC_SHARES_EXPONENTIAL __has_builtin(__arithmetic_fence)
#define SOAC_IN_THIS_ORDER(x) __arithmetic_fence(x)
#elif defined(__ASSOCIATIVE_MATH__)
#define SOAC_SHARES_EXPONENTIAL __has_builtin(__builtin_assoc_barrier)
#define SOAC_IN_THIS_ORDER(x) __builtin_assoc_barrier(x)
#else
#define SOAC_SHARES_EXPONENTIAL 1
#define SOAC_IN_THIS_ORDER(x) (x)
#endif

namespace soac::runtime {

#if SOAC_SHARES_EXPONENTIAL

namespace detail {

/// The layout of a floating-point type. `shift` + n, of a whole number n, ends with the bits of n; e^least is 0;
/// ln2_high + ln2_low = log 2, where n * ln2_high is exact.
template <class N> struct binary;
template <> struct binary<double> {
  using bits = std::uint64_t;
  static constexpr int fraction = 52, bias = 1023;
  static constexpr bits sign = bits(1) << 63;
  static constexpr double shift = 0x1.8p52, least = -800, ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;
};
template <> struct binary<float> {
  using bits = std::uint32_t;
  static constexpr int fraction = 23, bias = 127;
  static constexpr bits sign = bits(1) << 31;
  static constexpr float shift = 0x1.8p23f, least = -120, ln2_high = 0x1.62e4p-1f, ln2_low = 0x1.7f7d1cp-20f;
};

/// e^r - 1 for |r| <= log(2) / 2: terms up to r^13 / 13!, of floats to r^7 / 7!.
template <class N, class T> SOAC_INLINE T expm1_of_reduced(T r) {
  const T r2 = r * r, r4 = r2 * r2;
  const auto terms = [&](double factorial, double next) { return r * N(1 / next) + N(1 / factorial); };
  const T lowest = terms(2, 6) + r2 * terms(24, 120);
  if constexpr (binary<N>::fraction == 23) {
    return r + r2 * (lowest + r4 * terms(720, 5040));
  } else {
    const T low = terms(720, 5040) + r2 * terms(40320, 362880);
    const T high = terms(3628800, 39916800) + r2 * terms(479001600, 6227020800);
    return r + r2 * (lowest + r4 * (low + r4 * high));
  }
}

/// a where the condition holds, else b, written so that GCC sees no branch.
template <class Bits, class Condition, class T> SOAC_INLINE T choose(Condition condition, T a, T b) {
  Bits mask;
  if constexpr (std::is_same_v<Condition, bool>)
    mask = Bits(0) - Bits(condition);
  else
    mask = std::bit_cast<Bits>(condition);
  return std::bit_cast<T>((std::bit_cast<Bits>(a) & mask) | (std::bit_cast<Bits>(b) & ~mask));
}

/// Of a number x, or of each in a register of numbers of type N, whose bits are a `Bits`.
template <class N, class Bits, class T> struct half_exponential {
  using layout = binary<N>;
  T q;       ///< e^-|x|
  T w;       ///< q^2 - 1
  Bits sign; ///< of x

  explicit SOAC_INLINE half_exponential(T x) : sign(std::bit_cast<Bits>(x) & layout::sign) {
    const T negative = std::bit_cast<T>(std::bit_cast<Bits>(x) | layout::sign), least = T{} + layout::least;
    const T y = choose<Bits>(negative < least, least, negative);
    const T shifted = SOAC_IN_THIS_ORDER(y * N(1.4426950408889634074) + layout::shift);
    const T n = shifted - layout::shift;
    const T e = expm1_of_reduced<N>(SOAC_IN_THIS_ORDER(y - n * layout::ln2_high) - n * layout::ln2_low);
    // 2^n as a product of two, which are normal numbers where it is not.
    constexpr auto zero = std::bit_cast<typename layout::bits>(layout::shift) - 2 * layout::bias;
    const Bits exponents = std::bit_cast<Bits>(shifted) - zero, half = exponents >> 1;
    const T scale = std::bit_cast<T>(half << layout::fraction), rest = std::bit_cast<T>((exponents - half) << layout::fraction);
    q = (e * scale + scale) * rest;
    const T power = scale * rest, below = SOAC_IN_THIS_ORDER(e * power + (power - N(1))); // q - 1
    w = below * N(2) + below * below;
  }

  SOAC_INLINE T sech() const { return q * N(2) / (w + N(2)); }
  SOAC_INLINE T tanh() const { return std::bit_cast<T>(std::bit_cast<Bits>((T{} - w) / (w + N(2))) | sign); }
};
template <class N> using half_exponential_of = half_exponential<N, typename binary<N>::bits, N>;

} // namespace detail

SOAC_INLINE double tanh(double x) { return detail::half_exponential_of<double>(x).tanh(); }
SOAC_INLINE float tanh(float x) { return detail::half_exponential_of<float>(x).tanh(); }
SOAC_INLINE double sech(double x) { return detail::half_exponential_of<double>(x).sech(); }
SOAC_INLINE float sech(float x) { return detail::half_exponential_of<float>(x).sech(); }

#else

template <class T> SOAC_HOST_DEVICE inline T tanh(T x) { return std::tanh(x); }
/// 1 / cosh(x): 0 where cosh(x) overflows.
template <class T> SOAC_HOST_DEVICE inline T sech(T x) { return 1 / std::cosh(x); }

#endif

} // namespace soac::runtime

#undef SOAC_IN_THIS_ORDER
