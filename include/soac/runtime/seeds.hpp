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

// Functions that are tried without guards (analysis/SeedGuards.h). Both kinds of seeds have the functions from above.

namespace detail {

/// In pairs, then these in pairs. NaN where a number is, and where infinite ones cancel.
template <class T> SOAC_INLINE T sum_of_all(T x) { return x; }
template <class T, class U, class... Rest> SOAC_INLINE auto sum_of_all(T x, U y, Rest... rest) { return sum_of_all(rest..., x + y); }

} // namespace detail

struct plain_seeds {
  bool is_missed = false; ///< a number was NaN, perhaps for want of a guard
  template <class D, class P> SOAC_INLINE static auto seed_mul(const D &d, const P &partial) { return d * partial; }
  template <class D, class P> SOAC_INLINE static auto seed_div(const D &d, const P &divisor) { return d / divisor; }
  template <class A, class B> SOAC_INLINE static auto strong_mul(const A &a, const B &b) { return a * b; }
  template <class D, class P> SOAC_INLINE static auto simd_seed_mul(const D &d, const P &partial) { return d * partial; }
  template <class D, class P> SOAC_INLINE static auto simd_seed_div(const D &d, const P &divisor) { return d / divisor; }
  template <class A, class B> SOAC_INLINE static auto simd_strong_mul(const A &a, const B &b) { return a * b; }
  /// Is a number NaN, in this call or an earlier one? Perhaps where some are infinite, too, for one test of all.
  template <class... T> SOAC_INLINE bool saw_nan(T... numbers) {
    const auto sum = detail::sum_of_all(numbers...);
    return is_missed = is_missed || sum != sum;
  }
};
struct guarded_seeds {
  template <class D, class P> static auto seed_mul(const D &d, const P &partial) { return runtime::seed_mul(d, partial); }
  template <class D, class P> static auto seed_div(const D &d, const P &divisor) { return runtime::seed_div(d, divisor); }
  template <class A, class B> static auto strong_mul(const A &a, const B &b) { return runtime::strong_mul(a, b); }
  template <class D, class P> static auto simd_seed_mul(const D &d, const P &partial) { return runtime::simd_seed_mul(d, partial); }
  template <class D, class P> static auto simd_seed_div(const D &d, const P &divisor) { return runtime::simd_seed_div(d, divisor); }
  template <class A, class B> static auto simd_strong_mul(const A &a, const B &b) { return runtime::simd_strong_mul(a, b); }
  template <class... T> static constexpr bool saw_nan(T...) { return false; }
};

/// f(seeds): without guards, and where it has seen a NaN, once more with them. With them at once where the compiler takes no number for a NaN.
template <class F> SOAC_INLINE auto try_without_guards(F &&f) {
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
  guarded_seeds only;
  return f(only);
#else
  plain_seeds fast;
  auto result = f(fast);
  if (!fast.is_missed) [[likely]]
    return result;
  guarded_seeds careful;
  return f(careful);
#endif
}

} // namespace soac::runtime
