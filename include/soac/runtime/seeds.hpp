// Products and quotients of tangents and adjoints d with partial derivatives: zero where d is, also where the partial
// derivative is infinite or not a number. Choices without a jump.
#pragma once

#include "soac/runtime/config.hpp"

#include <bit>
#include <cstdint>
#include <type_traits>

namespace soac::runtime {

/// d * partial, and 0 where d is 0.
template <class T> SOAC_HOST_DEVICE inline T seed_mul(T d, T partial) { return d == T(0) ? T(0) : d * partial; }
/// d / divisor, and 0 where d is 0.
template <class T> SOAC_HOST_DEVICE inline T seed_div(T d, T divisor) { return d == T(0) ? T(0) : d / divisor; }
/// a * b, and 0 where a or b is 0.
template <class T> SOAC_HOST_DEVICE inline T strong_mul(T a, T b) { return a == T(0) || b == T(0) ? T(0) : a * b; }

namespace detail {

/// `value` where d is not 0, else 0. Bits instead of a choice: GCC keeps a choice whose operand might raise a
/// floating-point exception as a jump, which a loop in vector lanes cannot have.
template <class T> SOAC_HOST_DEVICE inline T where_nonzero(T d, T value) {
  using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
#if defined(__SSE2__) && !defined(__AVX__) && !defined(__clang__) // where GCC has no vector form of the other
  const Bits doubled = std::bit_cast<Bits>(d) << 1; // without the sign
  const Bits mask = Bits(0) - ((doubled | (Bits(0) - doubled)) >> (8 * sizeof(T) - 1));
#else
  const Bits mask = d != T(0) ? ~Bits(0) : Bits(0);
#endif
  return std::bit_cast<T>(std::bit_cast<Bits>(value) & mask);
}

} // namespace detail

// The same without a jump, for loops that run in vector lanes. On one number at a time the jump is quicker: it does not
// make the next step wait.
template <class T> SOAC_HOST_DEVICE inline T simd_seed_mul(T d, T partial) {
  return detail::where_nonzero(d, d * partial);
}
template <class T> SOAC_HOST_DEVICE inline T simd_seed_div(T d, T divisor) {
  return detail::where_nonzero(d, d / divisor);
}
template <class T> SOAC_HOST_DEVICE inline T simd_strong_mul(T a, T b) {
  return detail::where_nonzero(a, detail::where_nonzero(b, a * b));
}

/// c ? a : b, of which a and b are computed in any case.
template <class T> SOAC_HOST_DEVICE inline T simd_select(bool c, T a, T b) {
  using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  const Bits mask = c ? ~Bits(0) : Bits(0);
  return std::bit_cast<T>((std::bit_cast<Bits>(a) & mask) | (std::bit_cast<Bits>(b) & ~mask));
}

} // namespace soac::runtime
