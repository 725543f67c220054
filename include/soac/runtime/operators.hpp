// Operators of reductions whose order is free: `unit(neutral)` is what partial results begin with. The minimum keeps the first
// of equal values only up to the sign of zero.
#pragma once

#include "soac/runtime/config.hpp"

namespace soac::runtime {

struct plus {
  template <class T> static SOAC_INLINE constexpr T unit(T) { return T(0); }
  template <class T> static SOAC_INLINE constexpr T apply(T a, T b) { return static_cast<T>(a + b); }
};
struct times {
  template <class T> static SOAC_INLINE constexpr T unit(T) { return T(1); }
  template <class T> static SOAC_INLINE constexpr T apply(T a, T b) { return static_cast<T>(a * b); }
};
struct minimum {
  template <class T> static SOAC_INLINE constexpr T unit(T neutral) { return neutral; }
  template <class T> static SOAC_INLINE constexpr T apply(T a, T b) { return b < a ? b : a; }
};
struct maximum {
  template <class T> static SOAC_INLINE constexpr T unit(T neutral) { return neutral; }
  template <class T> static SOAC_INLINE constexpr T apply(T a, T b) { return a < b ? b : a; }
};

} // namespace soac::runtime
