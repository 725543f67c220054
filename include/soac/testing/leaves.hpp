// The floating-point numbers inside a value, one after another: what differences and dot products are taken over.
#pragma once

#include "soac/array.hpp"
#include "soac/runtime/complex.hpp"
#include "soac/tangent.hpp"

#include <ranges>
#include <tuple>
#include <type_traits>
#include <vector>

namespace soac::testing {

namespace detail {

template <class T> struct is_soac_array : std::false_type {};
template <class T, int R> struct is_soac_array<array<T, R>> : std::true_type {};

template <class T>
concept complex_like = requires(T z) {
  typename T::value_type;
  z.real();
  z.imag();
};

template <class T>
concept tuple_like = !std::ranges::range<T> && requires { std::tuple_size<T>::value; };

/// The members of an aggregate, as references.
template <class T> auto members(T &v) {
  using fields = soac::detail::fields_of_t<std::remove_const_t<T>>;
  static_assert(!std::is_void_v<fields>,
                "soac: the derivatives of a record with base classes or more than 32 members are not checked");
  return soac::detail::members<fields::size>(v);
}

} // namespace detail

/// Calls `visit` on every floating-point number in `v`, in declaration and row-major order.
template <class T, class Visit> void for_each_leaf(T &v, const Visit &visit) {
  using Plain = std::remove_const_t<T>;
  if constexpr (std::is_floating_point_v<Plain>) {
    visit(v);
  } else if constexpr (std::is_arithmetic_v<Plain> || std::is_enum_v<Plain>) {
  } else if constexpr (detail::is_soac_array<Plain>::value) {
    for (index i = 0; i < v.size(); ++i)
      for_each_leaf(v.data()[i], visit);
  } else if constexpr (std::ranges::range<Plain>) {
    for (auto &&element : v)
      for_each_leaf(element, visit);
  } else if constexpr (detail::complex_like<Plain>) {
    visit(runtime::part<0>(v));
    visit(runtime::part<1>(v));
  } else if constexpr (detail::tuple_like<Plain>) {
    std::apply([&](auto &...member) { (for_each_leaf(member, visit), ...); }, v);
  } else if constexpr (!std::is_empty_v<Plain>) {
    std::apply([&](auto &...member) { (for_each_leaf(member, visit), ...); }, detail::members(v));
  }
}

namespace detail {

// What is done to leaves, and to all leaves of a value.
struct append {
  std::vector<double> &out;
  template <class T> void operator()(const T &v) const {
    if constexpr (std::is_floating_point_v<T>)
      out.push_back(static_cast<double>(v));
    else
      for_each_leaf(v, *this);
  }
};
struct assign {
  const double *&next;
  template <class T> void operator()(T &v) const {
    if constexpr (std::is_floating_point_v<T>)
      v = static_cast<T>(*next++);
    else
      for_each_leaf(v, *this);
  }
};
struct clear {
  template <class T> void operator()(T &v) const {
    if constexpr (std::is_floating_point_v<T>)
      v = 0;
    else
      for_each_leaf(v, *this);
  }
};

} // namespace detail

template <class T> void append_leaves(const T &v, std::vector<double> &out) { detail::append{out}(v); }
/// Takes as many numbers from `next` as `v` has leaves.
template <class T> void set_leaves(T &v, const double *&next) { detail::assign{next}(v); }

/// Whether any leaf is a float: results are then good to single precision only.
template <class T> constexpr bool has_float() {
  using Plain = std::remove_cvref_t<T>;
  if constexpr (std::is_arithmetic_v<Plain> || std::is_enum_v<Plain>)
    return std::is_same_v<Plain, float>;
  else if constexpr (requires { typename Plain::value_type; })
    return has_float<typename Plain::value_type>();
  else if constexpr (std::is_array_v<Plain>)
    return has_float<std::remove_all_extents_t<Plain>>();
  else if constexpr (detail::tuple_like<Plain>)
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return (has_float<std::tuple_element_t<I, Plain>>() || ...);
    }(std::make_index_sequence<std::tuple_size_v<Plain>>{});
  else if constexpr (std::is_class_v<Plain> && !std::is_empty_v<Plain>)
    return []<class... F>(soac::detail::types<F...>) {
      return (has_float<F>() || ...);
    }(soac::detail::fields_of_t<Plain>{});
  else
    return false;
}

} // namespace soac::testing
