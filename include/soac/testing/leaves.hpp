// The floating-point numbers inside a value, one after another: what differences and dot products are taken over.
#pragma once

#include "soac/array.hpp"
#include "soac/runtime/complex.hpp"
#include "soac/tangent.hpp"

#include <ranges>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace soac::testing {

/// The members of a record: `names` and `members(r)`, a tuple of references. Generated tests specialise it for the
/// records in signatures, which may have constructors and any number of members.
template <class T> struct record {};

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

template <class T>
concept listed_record = requires { record<T>::names; };

/// What owns the data of a record with views (owners.hpp); its leaves are those of the owners of its members.
template <class T> struct borrower;
template <class T> struct is_borrower : std::false_type {};
template <class T> struct is_borrower<borrower<T>> : std::true_type {};

template <class T> using vector_of_bool = std::is_same<T, std::vector<bool>>;

/// Is it a record, neither a container nor a tuple nor a complex number, whose members can be visited?
template <class T> constexpr bool has_members() {
  if constexpr (!std::is_class_v<T> || std::is_empty_v<T> || std::ranges::range<T> || tuple_like<T> || complex_like<T>)
    return false;
  else if constexpr (listed_record<T>)
    return true;
  else
    return !std::is_void_v<soac::detail::fields_of_t<T>>;
}

/// The members of a record, as references.
template <class T> auto members(T &v) {
  using Plain = std::remove_const_t<T>;
  if constexpr (listed_record<Plain>) {
    return record<Plain>::members(v);
  } else {
    using fields = soac::detail::fields_of_t<Plain>;
    static_assert(!std::is_void_v<fields>,
                  "soac: the derivatives of a record with base classes or more than 32 members are not checked");
    return soac::detail::members<fields::size>(v);
  }
}

/// "x" for member i of a record whose members' names are known, else "0", "1", ...
template <class T> std::string member_name(std::size_t i) {
  if constexpr (listed_record<T>)
    return record<T>::names[i];
  else
    return std::to_string(i);
}

} // namespace detail

/// Calls `visit` on every floating-point number in `v`, in declaration and row-major order.
template <class T, class Visit> void for_each_leaf(T &v, const Visit &visit) {
  using Plain = std::remove_const_t<T>;
  if constexpr (std::is_floating_point_v<Plain>) {
    visit(v);
  } else if constexpr (std::is_arithmetic_v<Plain> || std::is_enum_v<Plain> || detail::vector_of_bool<Plain>::value) {
  } else if constexpr (detail::is_borrower<Plain>::value) {
    for_each_leaf(v.owners, visit);
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
  } else if constexpr (std::is_class_v<Plain> && !std::is_empty_v<Plain>) {
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
  const auto any = []<class... F>(soac::detail::types<F...>) { return (has_float<F>() || ...); };
  if constexpr (std::is_arithmetic_v<Plain> || std::is_enum_v<Plain>)
    return std::is_same_v<Plain, float>;
  else if constexpr (detail::is_borrower<Plain>::value)
    return has_float<decltype(Plain::owners)>();
  else if constexpr (requires { typename Plain::value_type; })
    return has_float<typename Plain::value_type>();
  else if constexpr (std::is_array_v<Plain>)
    return has_float<std::remove_all_extents_t<Plain>>();
  else if constexpr (detail::tuple_like<Plain>)
    return [&]<class... M>(std::type_identity<std::tuple<M...>>) {
      return any(soac::detail::types<M...>{});
    }(std::type_identity<decltype(std::tuple_cat(std::declval<Plain>()))>{});
  else if constexpr (detail::has_members<Plain>())
    return [&]<class... M>(std::type_identity<std::tuple<M...>>) {
      return any(soac::detail::types<M...>{});
    }(std::type_identity<decltype(detail::members(std::declval<Plain &>()))>{});
  else
    return false;
}

} // namespace soac::testing
