// Records that hold arrays, on a device. Of a user's  struct data { std::vector<double> x; double k; }  a generated
// header defines two records, whose members have the same names:
//
//   soac::cuda::views<data>    cuda::view<const double, 1> x;  double k;                 what functions read
//   soac::cuda::arrays<data>   cuda::array<double, 1> x;  cuda::scalar<double> k;        what they write and return
//
//   const auto d = soac::cuda::to_device(host, place);   // arrays<data>, a copy
//   data back = soac::cuda::to_host(d);                  // waits for the stream
//
// arrays<data> converts to views<data>, which waits where a number is read; views<data>{x, 0.5} is made of views that
// exist. Members without numbers (strings, functions) have no place on a device.
//
// An array of such records is a struct of arrays: views<data, 1> and arrays<data, 1> stand for std::vector<data>, with
// cuda::view<const double, 2> x;  cuda::view<const double, 1> k;  the rows of x have one length. An array of tuples is
// a tuple of arrays.
#pragma once

#include "soac/cuda/c_array.hpp"

#include <algorithm>
#include <deque>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace soac::cuda {

template <class T, int R = 0> struct views;
template <class T, int R = 0> struct arrays;

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

namespace detail {

/// The form of an array of rank R with elements T, of one element for R = 0.
template <class T, int R> struct form {
  using type = arrays<T, R>;
};
template <class T, int R>
  requires(R > 0 && std::is_trivially_copyable_v<T> && !is_tuple<T>::value)
struct form<T, R> {
  using type = array<T, R>;
};
template <class T>
  requires(std::is_trivially_copyable_v<T> && !is_tuple<T>::value)
struct form<T, 0> {
  using type = scalar<T>;
};
template <class C, int R> using form_of = typename form<typename elements_of<C>::type, R + rank_of<C>>::type;
template <class... T, int R> struct form<std::tuple<T...>, R> {
  using type = std::tuple<form_of<T, R>...>;
};
template <class A, class B, int R> struct form<std::pair<A, B>, R> {
  using type = std::pair<form_of<A, R>, form_of<B, R>>;
};

/// References to the members of a host's tuple or record, whose form is `Form`.
template <class Form, class T> auto members_of(T &object) {
  if constexpr (is_tuple<std::remove_const_t<T>>::value)
    return std::apply([](auto &...member) { return std::tie(member...); }, object);
  else
    return Form::members(object);
}
/// A copy; of a C array, a std::array.
template <class T> value_of<T> as_value(const T &member) {
  if constexpr (std::is_array_v<T>)
    return cuda::to_value(member);
  else
    return member;
}
/// What f(element) gives of all elements, in arrays as these are.
template <class C, class F> auto collected(C &c, const F &f) {
  if constexpr (rank_of<std::remove_const_t<C>> == 0) {
    return f(c);
  } else {
    using Row = std::remove_reference_t<decltype(row(c, 0))>;
    std::deque<decltype(collected(std::declval<Row &>(), f))> all; // which holds bool as others
    for (index i = 0, n = length(c); i < n; ++i) {
      auto &&inner = row(c, i);
      all.push_back(collected(inner, f));
    }
    return all;
  }
}
/// f(element, value) of all elements and those of `values`, which are arranged alike.
template <class C, class V, class F> void spread(C &c, V &values, const F &f) {
  if constexpr (rank_of<std::remove_const_t<C>> == 0) {
    f(c, values);
  } else {
    for (index i = 0, n = length(c); i < n; ++i) {
      auto &&inner = row(c, i);
      spread(inner, values[static_cast<std::size_t>(i)], f);
    }
  }
}
template <class T, int R> struct nested {
  using type = std::deque<typename nested<T, R - 1>::type>;
};
template <class T> struct nested<T, 0> {
  using type = T;
};

} // namespace detail

template <class R> struct device {
  using type = detail::form_of<R, 0>;
};
template <class T, std::size_t N> struct device<T[N]> {
  using type = scalar<value_of<T[N]>>;
};
template <> struct device<void> {
  using type = void;
};

template <class T> typename device<T>::type to_device(const T &host, const on &place);

namespace detail {
template <class Form, std::size_t K, class T> auto member_of_all(const T &host) {
  return collected(host, [](const auto &element) { return as_value(std::get<K>(members_of<Form>(element))); });
}
template <class Form, class T, std::size_t... K>
Form members_to_device(const T &host, const on &place, std::index_sequence<K...>) {
  return {cuda::to_device(member_of_all<Form, K>(host), place)...};
}
} // namespace detail

/// A copy in the device's memory: an array, a scalar, arrays<T>, or a tuple of these.
template <class T> typename device<T>::type to_device(const T &host, const on &place) {
  using Form = typename device<T>::type;
  using Element = typename detail::elements_of<T>::type;
  const auto each = [&](const auto &...member) { return Form{cuda::to_device(member, place)...}; };
  if constexpr (detail::rank_of<T> > 0 &&
                (detail::is_tuple<Element>::value || !std::is_trivially_copyable_v<Element>)) {
    using Members = decltype(detail::members_of<Form>(std::declval<const Element &>()));
    return detail::members_to_device<Form>(host, place, std::make_index_sequence<std::tuple_size_v<Members>>());
  } else if constexpr (detail::rank_of<T> > 0) {
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
template <class Form, class C>
  requires(detail::rank_of<C> > 0)
void copy_to(const Form &from, C &host);

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

/// Arrays of records or tuples: member by member.
template <class Form, class C>
  requires(detail::rank_of<C> > 0)
void copy_to(const Form &from, C &host) {
  constexpr std::size_t rank = detail::rank_of<C>;
  using Element = typename detail::elements_of<C>::type;
  const auto members = detail::members_of<Form>(from);
  const auto copy = [&]<std::size_t K>(std::integral_constant<std::size_t, K>) {
    using Declared =
        std::remove_cvref_t<std::tuple_element_t<K, decltype(detail::members_of<Form>(std::declval<Element &>()))>>;
    using Member = value_of<Declared>;
    typename detail::nested<Member, rank>::type values;
    cuda::copy_to(std::get<K>(members), values);
    if constexpr (K == 0) {
      std::array<index, detail::rank_of<decltype(values)>> all{};
      detail::measure(values, all, 0, true);
      std::array<index, rank> extents{};
      std::copy_n(all.begin(), rank, extents.begin());
      detail::shape(host, extents, 0);
    }
    detail::spread(host, values, [](Element &element, Member &value) {
      if constexpr (std::is_array_v<Declared>)
        std::memcpy(&std::get<K>(detail::members_of<Form>(element)), &value, sizeof(value));
      else
        std::get<K>(detail::members_of<Form>(element)) = std::move(value);
    });
  };
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    (copy(std::integral_constant<std::size_t, K>()), ...);
  }(std::make_index_sequence<std::tuple_size_v<decltype(members)>>());
}

/// The same as a value.
template <class T> T to_host(const arrays<T> &from) {
  T host{};
  cuda::copy_to(from, host);
  return host;
}

} // namespace soac::cuda
