// Records that hold arrays, on a device. Of a user's  struct data { std::vector<double> x; double k; }  a generated header
// defines two records, whose members have the same names:
//
//   soac::cuda::views<data>    cuda::view<const double, 1> x;  double k;                 what functions read
//   soac::cuda::arrays<data>   cuda::array<double, 1> x;  cuda::scalar<double> k;        what they write and return
//
//   const auto d = soac::cuda::to_device(host, place);   // arrays<data>, a copy
//   data back = soac::cuda::to_host(d);                  // waits for the stream
//
// arrays<data> converts to views<data>, which waits where a number is read; views<data>{x, 0.5} is made of views that exist.
// Members without numbers (strings, functions) have no place on a device.
#pragma once

#include "soac/cuda/c_array.hpp"

#include <deque>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace soac::cuda {

template <class T> struct views;
template <class T> struct arrays;

namespace detail {

/// The elements of arrays of arrays, and how many dimensions these have: double and 2 of vector<vector<double>>.
template <class C> struct elements_of {
  using type = C;
  static constexpr int rank = 0;
};
template <class T, int R> struct nested_elements {
  using type = typename elements_of<std::remove_const_t<T>>::type;
  static constexpr int rank = R + elements_of<std::remove_const_t<T>>::rank;
};
template <class T, class A> struct elements_of<std::vector<T, A>> : nested_elements<T, 1> {};
template <class T, class A> struct elements_of<std::deque<T, A>> : nested_elements<T, 1> {};
template <class T> struct elements_of<std::span<T>> : nested_elements<T, 1> {};
template <class T, int R> struct elements_of<soac::array<T, R>> : nested_elements<T, R> {};
template <class T, int R> struct elements_of<soac::view<T, R>> : nested_elements<T, R> {};

template <class C> inline constexpr int rank_of = elements_of<C>::rank;
template <class C> using array_of = array<typename elements_of<C>::type, rank_of<C>>;

template <class T> struct is_tuple : std::false_type {};
template <class... T> struct is_tuple<std::tuple<T...>> : std::true_type {};
template <class A, class B> struct is_tuple<std::pair<A, B>> : std::true_type {};

/// How many elements a container has in its first dimension.
template <class C> index length(const C &c) {
  if constexpr (requires { c.extent(0); })
    return c.extent(0);
  else
    return static_cast<index>(c.size());
}
template <class C> decltype(auto) row(C &c, index i) {
  if constexpr (requires { c.extent(0); })
    return c[i];
  else
    return c[static_cast<std::size_t>(i)];
}

/// The extents of nested arrays, which must be regular.
template <std::size_t R, class C> void measure(const C &c, std::array<index, R> &extents, std::size_t d, bool isFirst) {
  if constexpr (rank_of<C> > 0) {
    const index n = length(c);
    if (!isFirst && extents[d] != n)
      throw error("soac: the rows of an array differ in length; on a device all have the same");
    extents[d] = n;
    if constexpr (rank_of<C> > 1)
      for (index i = 0; i < n; ++i) {
        const auto &inner = row(c, i);
        measure(inner, extents, d + 1, isFirst && i == 0);
      }
  }
}
/// f(element) of all elements, in order.
template <class C, class F> void for_each_element(C &c, const F &f) {
  for (index i = 0, n = length(c); i < n; ++i) {
    auto &&element = row(c, i);
    if constexpr (rank_of<std::remove_const_t<C>> > 1)
      for_each_element(element, f);
    else
      f(element);
  }
}
/// A container takes the extents from dimension d on; one that borrows its memory has them.
template <std::size_t R, class C> void shape(C &c, const std::array<index, R> &extents, std::size_t d) {
  if constexpr (requires { c.resize(std::size_t()); }) {
    c.resize(static_cast<std::size_t>(extents[d]));
    if constexpr (rank_of<C> > 1)
      for (auto &inner : c)
        shape(inner, extents, d + 1);
  } else if constexpr (std::is_same_v<C, soac::array<typename elements_of<C>::type, static_cast<int>(R)>>) {
    std::apply([&](auto... e) { c = C(e...); }, extents);
  }
}

} // namespace detail

template <class R> struct device {
  using type = std::conditional_t<(detail::rank_of<R> > 0), detail::array_of<R>,
                                  std::conditional_t<std::is_trivially_copyable_v<R>, scalar<R>, arrays<R>>>;
};
template <class T, std::size_t N> struct device<T[N]> {
  using type = scalar<value_of<T[N]>>;
};
template <> struct device<void> {
  using type = void;
};
template <class... T> struct device<std::tuple<T...>> {
  using type = std::tuple<typename device<T>::type...>;
};
template <class A, class B> struct device<std::pair<A, B>> {
  using type = std::pair<typename device<A>::type, typename device<B>::type>;
};

/// A copy in the device's memory: an array, a scalar, arrays<T>, or a tuple of these.
template <class T> typename device<T>::type to_device(const T &host, const on &place) {
  using Form = typename device<T>::type;
  const auto each = [&](const auto &...member) { return Form{cuda::to_device(member, place)...}; };
  if constexpr (detail::rank_of<T> > 0) {
    using Element = typename detail::elements_of<T>::type;
    std::array<index, detail::rank_of<T>> extents{};
    detail::measure(host, extents, 0, true);
    auto packed = std::apply([](auto... e) { return soac::array<Element, detail::rank_of<T>>(e...); }, extents);
    Element *next = packed.data();
    detail::for_each_element(host, [&](const auto &element) { *next++ = element; });
    return Form(packed, place);
  } else if constexpr (detail::is_tuple<T>::value) {
    return std::apply(each, host);
  } else if constexpr (std::is_array_v<T>) {
    return Form(place, cuda::to_value(host));
  } else if constexpr (std::is_trivially_copyable_v<T>) {
    return Form(place, host);
  } else {
    return std::apply(each, Form::members(host));
  }
}

/// Waits, and copies to the host: numbers, arrays, and the members of records and tuples, one by one. Containers take the extents.
template <class T> void copy_to(const scalar<T> &from, T &host) { host = from; }
template <class T, std::size_t N> void copy_to(const scalar<value_of<T[N]>> &from, T (&host)[N]) {
  const value_of<T[N]> value = from;
  std::memcpy(&host, &value, sizeof(host));
}
template <class T, int R, class C> void copy_to(const array<T, R> &from, C &host) {
  const soac::array<T, R> packed = from.to_host();
  std::array<index, R> extents{};
  detail::shape(host, from.extents(), 0);
  detail::measure(host, extents, 0, true);
  if (extents != from.extents() && from.size() > 0)
    throw error("soac: the arrays' extents differ");
  const T *next = packed.data();
  detail::for_each_element(host, [&](auto &element) { element = *next++; });
}
template <class Form, class T>
  requires detail::is_tuple<T>::value
void copy_to(const Form &from, T &host);
template <class T> void copy_to(const arrays<T> &from, T &host);

namespace detail {
template <class A, class B, std::size_t... K> void copy_members(const A &from, B &&to, std::index_sequence<K...>) {
  (cuda::copy_to(std::get<K>(from), std::get<K>(to)), ...);
}
} // namespace detail

template <class Form, class T>
  requires detail::is_tuple<T>::value
void copy_to(const Form &from, T &host) {
  detail::copy_members(from, host, std::make_index_sequence<std::tuple_size_v<T>>());
}
template <class T> void copy_to(const arrays<T> &from, T &host) {
  const auto members = arrays<T>::members(from);
  detail::copy_members(members, arrays<T>::members(host), std::make_index_sequence<std::tuple_size_v<decltype(members)>>());
}

/// The same as a value.
template <class T> T to_host(const arrays<T> &from) {
  T host{};
  cuda::copy_to(from, host);
  return host;
}

} // namespace soac::cuda
