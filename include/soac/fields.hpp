// The members of an aggregate, as a list of types: what tangent_t and the differentiability of records are made from.
//
// C++20 has no reflection. An aggregate with n members is initialised by n values of a type that converts to anything;
// a member that is a C array swallows several of them (brace elision), which braces around k of them reveal. Structured
// bindings then give the types (members.hpp). An aggregate with base classes or more than 32 members is opaque:
// `fields_of` is void.
#pragma once

#include "soac/members.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace soac::detail {

template <class... T> struct types {
  static constexpr std::size_t size = sizeof...(T);
};

template <class Whole> struct any_member {
  template <class U>
    requires(!std::same_as<U, Whole>)
  constexpr operator U() const noexcept;
};

template <class Whole> struct any_base {
  template <class U>
    requires(std::is_base_of_v<U, Whole> && !std::same_as<U, Whole>)
  constexpr operator U() const noexcept;
};

template <class T, std::size_t... I> constexpr bool takes(std::index_sequence<I...>) {
  return requires { T{(static_cast<void>(I), any_member<T>{})...}; };
}
template <class T, std::size_t... Before, std::size_t... Braced, std::size_t... After>
constexpr bool takes_braced(std::index_sequence<Before...>, std::index_sequence<Braced...>,
                            std::index_sequence<After...>) {
  return requires {
    T{(static_cast<void>(Before), any_member<T>{})...,
      {(static_cast<void>(Braced), any_member<T>{})...},
      (static_cast<void>(After), any_member<T>{})...};
  };
}

inline constexpr std::size_t most_initializers = 64;

/// How many initialisers T takes, elided braces counted flat.
template <class T, std::size_t N = 0> constexpr std::size_t initializers() {
  if constexpr (N > most_initializers)
    return N;
  else if constexpr (takes<T>(std::make_index_sequence<N>{}) && !takes<T>(std::make_index_sequence<N + 1>{}))
    return N;
  else
    return initializers<T, N + 1>();
}

/// How many of them the member that starts at position P takes: K when {K values} in its place leave room for exactly
/// the rest. (A class member takes one value, so braces around more leave room for too many.)
template <class T, std::size_t Total, std::size_t P, std::size_t K> constexpr std::size_t width() {
  if constexpr (K <= 1)
    return 1;
  else if constexpr (takes_braced<T>(std::make_index_sequence<P>{}, std::make_index_sequence<K>{},
                                     std::make_index_sequence<Total - P - K>{}) &&
                     !takes_braced<T>(std::make_index_sequence<P>{}, std::make_index_sequence<K>{},
                                      std::make_index_sequence<Total - P - K + 1>{}))
    return K;
  else
    return width<T, Total, P, K - 1>();
}
template <class T, std::size_t Total, std::size_t P = 0> constexpr std::size_t count_fields() {
  if constexpr (P >= Total)
    return 0;
  else
    return 1 + count_fields<T, Total, P + width<T, Total, P, Total - P>()>();
}

template <class T> constexpr bool has_fields() {
  if constexpr (!std::is_aggregate_v<T> || !std::is_class_v<T>)
    return false;
  else if constexpr (requires { T{any_base<T>{}}; })
    return false;
  else if constexpr (initializers<T>() > most_initializers)
    return false;
  else
    return count_fields<T, initializers<T>()>() <= most_members;
}

template <class T, bool = has_fields<T>()> struct fields_of {
  using type = void;
};
template <class T> struct fields_of<T, true> {
  template <class... M> static types<std::remove_cvref_t<M>...> list(std::tuple<M...>);
  using type = decltype(list(members<count_fields<T, initializers<T>()>()>(std::declval<const T &>())));
};
/// types<members...> of the aggregate T, void where they cannot be found.
template <class T> using fields_of_t = typename fields_of<T>::type;

} // namespace soac::detail
