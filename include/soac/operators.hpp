// Named operators for reduce, scan and reduce_by_index, and elementwise arithmetic on arrays.
//
// The named operators work on numbers and, element by element, on arrays of equal shape.
#pragma once

#include "soac/map.hpp"

#include <functional>
#include <limits>

namespace soac {

namespace detail {

template <class A, class B>
concept arithmetic_operands =
    (is_own<A> && is_own<B>) || (is_own<A> && std::is_arithmetic_v<B>) || (std::is_arithmetic_v<A> && is_own<B>);

/// f on corresponding elements of two arrays of equal shape, or of an array and a number.
template <class F, class A, class B> auto elementwise(const F &f, const A &a, const B &b) {
  if constexpr (is_own<A> && is_own<B>) {
    static_assert(std::remove_cvref_t<A>::rank == std::remove_cvref_t<B>::rank,
                  "soac: elementwise arithmetic takes arrays of equal rank");
#ifndef __SOAC__ // a check is no part of what is differentiated
    detail::check_shape("elementwise arithmetic", a.extents(), b.extents());
#endif
    if constexpr (A::rank == 1)
      return soac::map(f, a, b);
    else
      return soac::map([&](const auto &x, const auto &y) { return detail::elementwise(f, x, y); }, a, b);
  } else if constexpr (is_own<A>) {
    if constexpr (A::rank == 1)
      return soac::map([&](const auto &x) { return f(x, b); }, a);
    else
      return soac::map([&](const auto &x) { return detail::elementwise(f, x, b); }, a);
  } else {
    if constexpr (B::rank == 1)
      return soac::map([&](const auto &y) { return f(a, y); }, b);
    else
      return soac::map([&](const auto &y) { return detail::elementwise(f, a, y); }, b);
  }
}

} // namespace detail

template <class A, class B>
  requires detail::arithmetic_operands<A, B>
auto operator+(const A &a, const B &b) {
  return detail::elementwise([](const auto &x, const auto &y) { return x + y; }, a, b);
}
template <class A, class B>
  requires detail::arithmetic_operands<A, B>
auto operator-(const A &a, const B &b) {
  return detail::elementwise([](const auto &x, const auto &y) { return x - y; }, a, b);
}
template <class A, class B>
  requires detail::arithmetic_operands<A, B>
auto operator*(const A &a, const B &b) {
  return detail::elementwise([](const auto &x, const auto &y) { return x * y; }, a, b);
}
template <class A, class B>
  requires detail::arithmetic_operands<A, B>
auto operator/(const A &a, const B &b) {
  return detail::elementwise([](const auto &x, const auto &y) { return x / y; }, a, b);
}
template <class A>
  requires detail::is_own<A>
auto operator-(const A &a) {
  return soac::map([](const auto &x) { return -x; }, a);
}

template <class T, int R, class B>
  requires(detail::is_own<B> || std::is_arithmetic_v<B>)
array<T, R> &operator+=(array<T, R> &a, const B &b) {
  return a = a + b;
}
template <class T, int R, class B>
  requires(detail::is_own<B> || std::is_arithmetic_v<B>)
array<T, R> &operator-=(array<T, R> &a, const B &b) {
  return a = a - b;
}
template <class T, int R, class B>
  requires(detail::is_own<B> || std::is_arithmetic_v<B>)
array<T, R> &operator*=(array<T, R> &a, const B &b) {
  return a = a * b;
}
template <class T, int R, class B>
  requires(detail::is_own<B> || std::is_arithmetic_v<B>)
array<T, R> &operator/=(array<T, R> &a, const B &b) {
  return a = a / b;
}

struct plus {
  template <class T, class U> constexpr auto operator()(const T &a, const U &b) const { return a + b; }
};
struct multiplies {
  template <class T, class U> constexpr auto operator()(const T &a, const U &b) const { return a * b; }
};
/// The smaller; of equal values the first.
struct minimum {
  template <class T>
    requires(!detail::is_own<T>)
  constexpr T operator()(const T &a, const T &b) const {
    return b < a ? b : a;
  }
  template <class A, class B>
    requires(detail::is_own<A> && detail::is_own<B>)
  auto operator()(const A &a, const B &b) const {
    return detail::elementwise([](const auto &x, const auto &y) { return y < x ? y : x; }, a, b);
  }
};
/// The larger; of equal values the first.
struct maximum {
  template <class T>
    requires(!detail::is_own<T>)
  constexpr T operator()(const T &a, const T &b) const {
    return a < b ? b : a;
  }
  template <class A, class B>
    requires(detail::is_own<A> && detail::is_own<B>)
  auto operator()(const A &a, const B &b) const {
    return detail::elementwise([](const auto &x, const auto &y) { return x < y ? y : x; }, a, b);
  }
};

namespace detail {

/// Operators that may be applied in any order and grouping to numbers of type T: sums vectorise without -ffast-math.
template <class Op, class T> inline constexpr bool reorderable = false;
template <class T> inline constexpr bool reorderable<plus, T> = std::is_arithmetic_v<T>;
template <class T> inline constexpr bool reorderable<multiplies, T> = std::is_arithmetic_v<T>;
template <class T> inline constexpr bool reorderable<minimum, T> = std::is_arithmetic_v<T>;
template <class T> inline constexpr bool reorderable<maximum, T> = std::is_arithmetic_v<T>;
template <class U, class T> inline constexpr bool reorderable<std::plus<U>, T> = std::is_arithmetic_v<T>;
template <class U, class T> inline constexpr bool reorderable<std::multiplies<U>, T> = std::is_arithmetic_v<T>;

/// Values that change nothing: of min and max.
template <class T> constexpr T largest() {
  static_assert(std::numeric_limits<T>::is_specialized, "the minimum of nothing needs std::numeric_limits");
  return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
}
template <class T> constexpr T smallest() {
  static_assert(std::numeric_limits<T>::is_specialized, "the maximum of nothing needs std::numeric_limits");
  return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::lowest();
}
/// The value to start a lane of a reordered reduction with.
template <class Op, class T> inline constexpr T lane_start = T{};
template <class T> inline constexpr T lane_start<multiplies, T> = T{1};
template <class U, class T> inline constexpr T lane_start<std::multiplies<U>, T> = T{1};
template <class T> inline constexpr T lane_start<minimum, T> = largest<T>();
template <class T> inline constexpr T lane_start<maximum, T> = smallest<T>();

} // namespace detail
} // namespace soac
