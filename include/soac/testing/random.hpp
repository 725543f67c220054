// Random arguments of any type, with sizes that fit together: every extent and every integer is the same number unless a
// setting or the search for a point (sampling.hpp) says otherwise.
#pragma once

#include "soac/testing/owners.hpp"

#include <array>
#include <concepts>
#include <cstdlib>
#include <map>
#include <random>

namespace soac::testing {

using settings = std::map<std::string, std::string>;

/// What the elements of integer arrays are: those of size n + 1 that ascend are offsets from 0 to n.
enum class order { ascending, permuted, any };

/// Where the values of one point come from.
struct source {
  std::mt19937_64 random;
  double low = 0.25, high = 0.95; ///< of floating-point numbers
  index extent = 3;               ///< of arrays, and the value of integers
  int turn = 0;                   ///< of the point: what has few values takes the next one
  order integers = order::any;
  /// By name ("x", "model.bias"): "5" (an integer, or every extent), "4x3" (extents), "0.5" (a number), "0.5..2" (where
  /// numbers lie), "0,2,3" (the elements).
  settings given;
  std::map<std::string, index> chosen; ///< integers and extents without a setting
  /// What may be chosen, as it is met: "x" the extent of an array of rank 1, "=n" an integer.
  std::vector<std::string> choices;

  const std::string *setting(const std::string &name) const {
    const auto found = given.find(name);
    return found == given.end() ? nullptr : &found->second;
  }
  double number(const std::string &name) {
    double from = low, to = high;
    if (const std::string *text = setting(name)) {
      const std::size_t dots = text->find("..");
      if (dots != std::string::npos) {
        from = std::strtod(text->substr(0, dots).c_str(), nullptr);
        to = std::strtod(text->substr(dots + 2).c_str(), nullptr);
      }
    }
    return static_cast<float>(std::uniform_real_distribution<double>(from, to)(random));
  }
  index random_index() { return static_cast<index>(random() % static_cast<std::uint64_t>(std::max<index>(extent, 1))); }
  index choice(const std::string &name, const char *kind) {
    choices.push_back(kind + name);
    const auto found = chosen.find(name);
    return found == chosen.end() ? extent : found->second;
  }
  index integer(const std::string &name) {
    const std::string *text = setting(name);
    return text ? *text == "true" ? 1 : std::strtoll(text->c_str(), nullptr, 10) : choice(name, "=");
  }
  /// The elements that a setting gives.
  std::vector<std::string> elements(const std::string &name) const {
    std::vector<std::string> out;
    const std::string *text = setting(name);
    if (!text || text->find(',') == std::string::npos)
      return out;
    for (std::size_t from = 0, to; from < text->size(); from = to + 1) {
      to = std::min(text->find(',', from), text->size());
      out.push_back(text->substr(from, to - from));
    }
    return out;
  }
  /// Extent `dimension` of the array; a rank-1 array may be given any.
  index size(const std::string &name, int dimension, bool is_only) {
    const std::string *text = setting(name);
    if (!text || text->find("..") != std::string::npos)
      return is_only ? choice(name, "") : extent;
    if (text->find(',') != std::string::npos)
      return static_cast<index>(elements(name).size());
    const char *at = text->c_str();
    char *end = nullptr;
    index value = std::strtoll(at, &end, 10);
    for (int d = 0; d < dimension && *end == 'x'; ++d)
      value = std::strtoll(end + 1, &end, 10);
    return value;
  }
};

namespace detail {

template <class T> struct is_sequence : std::false_type {};
template <class T, class A> struct is_sequence<std::vector<T, A>> : std::true_type {};
template <class T, class A> struct is_sequence<std::deque<T, A>> : std::true_type {};
template <class T> struct is_fixed_array : std::false_type {};
template <class T, std::size_t N> struct is_fixed_array<std::array<T, N>> : std::true_type {};
template <class T> struct is_elements : std::false_type {};
template <class T> struct is_elements<elements<T>> : std::true_type {};

/// Can a value of type T be made?
template <class T> constexpr bool can_make() {
  const auto all = []<class... M>(soac::detail::types<M...>) { return (can_make<std::remove_cvref_t<M>>() && ...); };
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> || vector_of_bool<T>::value)
    return true;
  else if constexpr (std::is_array_v<T>)
    return can_make<std::remove_extent_t<T>>();
  else if constexpr (!std::is_class_v<T> || !std::default_initializable<T>)
    return false;
  else if constexpr (is_borrower<T>::value)
    return can_make<decltype(T::owners)>() && std::default_initializable<decltype(std::declval<T>().lent())> &&
           (tuple_like<derivative_t<T>> || has_members<derivative_t<T>>());
  else if constexpr (is_soac_array<T>::value || is_sequence<T>::value || is_elements<T>::value || complex_like<T>)
    return can_make<typename T::value_type>();
  else if constexpr (tuple_like<T> || (std::ranges::range<T> && requires { std::tuple_size<T>::value; }))
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return all(soac::detail::types<std::tuple_element_t<I, T>...>{});
    }(std::make_index_sequence<std::tuple_size_v<T>>{});
  else if constexpr (std::ranges::range<T> || std::is_empty_v<T>)
    return std::is_empty_v<T>;
  else if constexpr (has_members<T>())
    return all(typename member_types<T>::type{});
  else
    return false;
}

template <class E> E element_of(const std::string &text) {
  if constexpr (std::is_floating_point_v<E>)
    return static_cast<E>(std::strtod(text.c_str(), nullptr));
  else
    return text == "true" ? E(1) : static_cast<E>(std::strtoll(text.c_str(), nullptr, 10));
}

/// Element i of n integers; `from` is asked from the first to the last.
inline index integer_element(source &from, std::size_t i, std::size_t n, const std::vector<index> &permutation) {
  const index bound = std::max<index>(from.extent, 1);
  const index at = static_cast<index>(i), last = static_cast<index>(n) - 1;
  if (from.integers == order::ascending)
    return last < bound ? at : at * bound / last;
  if (from.integers == order::permuted)
    return permutation[i] % bound;
  return from.random_index();
}

/// The elements of an array of numbers: those of the setting, else integers in the order of this point.
template <class Array> void set_elements(Array &v, source &from, const std::string &name) {
  using E = std::remove_cvref_t<decltype(*std::begin(v))>;
  const std::size_t n = static_cast<std::size_t>(std::distance(std::begin(v), std::end(v)));
  const std::vector<std::string> given = from.elements(name);
  std::vector<index> permutation(n);
  for (std::size_t i = 0; i < n; ++i)
    std::swap(permutation[i] = static_cast<index>(i), permutation[from.random() % (i + 1)]);
  std::size_t i = 0;
  for (auto &&e : v) {
    if (i < given.size())
      e = element_of<E>(given[i]);
    else if constexpr (std::is_floating_point_v<E>)
      e = static_cast<E>(from.number(name));
    else if constexpr (std::is_same_v<E, bool>)
      e = from.random() % 2 == 0;
    else
      e = static_cast<E>(integer_element(from, i, n, permutation));
    ++i;
  }
}

template <class T> void fill(T &v, source &from, const std::string &name, int depth);

/// The elements of an array, of which there are as many as there should be.
template <class Array> void fill_elements(Array &v, source &from, const std::string &name, int depth) {
  using E = std::remove_cvref_t<decltype(*std::begin(v))>;
  if constexpr (std::is_arithmetic_v<E>)
    set_elements(v, from, name);
  else
    for (auto &element : v)
      fill(element, from, name, depth + 1);
}

template <class T> void fill_scalar(T &v, source &from, const std::string &name, int depth) {
  const std::string *setting = depth == 0 ? from.setting(name) : nullptr;
  if constexpr (std::is_floating_point_v<T>)
    v = setting && setting->find("..") == std::string::npos ? element_of<T>(*setting) : static_cast<T>(from.number(name));
  else if constexpr (std::is_same_v<T, bool>)
    v = setting ? from.integer(name) != 0 : depth == 0 ? from.turn % 2 == 0 : from.random() % 2 == 0;
  else if constexpr (std::is_enum_v<T>)
    v = static_cast<T>(setting ? from.integer(name) : from.turn % 2);
  else
    v = static_cast<T>(depth == 0 ? from.integer(name) : from.random_index());
}

/// A member of a record with views, of type M; `owner` is what has its data.
template <class M, class Owner> void fill_owner(Owner &owner, source &from, const std::string &name, int depth) {
  if constexpr (std::is_array_v<M>) {
    owner = Owner(std::extent_v<M>);
    fill_elements(owner, from, name, depth);
  } else {
    fill(owner, from, name, depth);
  }
}

/// `depth`: how many dimensions of the parameter are outside of `v`.
template <class T> void fill(T &v, source &from, const std::string &name, int depth) {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    fill_scalar(v, from, name, depth);
  } else if constexpr (is_soac_array<T>::value) {
    [&]<int... D>(std::integer_sequence<int, D...>) {
      v = T(from.size(name, depth + D, T::rank == 1 && depth == 0)...);
    }(std::make_integer_sequence<int, T::rank>{});
    const std::span<typename T::value_type> all(v.data(), static_cast<std::size_t>(v.size()));
    fill_elements(all, from, name, depth + T::rank - 1);
  } else if constexpr (is_sequence<T>::value || is_elements<T>::value) {
    using Element = typename T::value_type;
    constexpr bool is_only = !std::ranges::range<Element> || std::is_array_v<Element> || is_fixed_array<Element>::value;
    const auto n = static_cast<std::size_t>(from.size(name, depth, is_only && depth == 0));
    v = T(n);
    fill_elements(v, from, name, depth);
  } else if constexpr (std::ranges::range<T>) {
    fill_elements(v, from, name, depth);
  } else if constexpr (complex_like<T>) {
    for (auto *part : {&runtime::part<0>(v), &runtime::part<1>(v)})
      *part = static_cast<typename T::value_type>(from.number(name));
  } else if constexpr (is_borrower<T>::value) {
    using Record = decltype(v.lent());
    [&]<class... M, std::size_t... I>(soac::detail::types<M...>, std::index_sequence<I...>) {
      (fill_owner<M>(std::get<I>(v.owners), from, name + "." + member_name<Record>(I), depth), ...);
    }(typename member_types<Record>::type{}, std::make_index_sequence<member_types<Record>::type::size>{});
  } else {
    const auto fill_members = [&](auto &...member) {
      std::size_t i = 0;
      (fill(member, from, name + "." + (tuple_like<T> ? std::to_string(i++) : member_name<T>(i++)), depth), ...);
    };
    if constexpr (tuple_like<T>)
      std::apply(fill_members, v);
    else if constexpr (!std::is_empty_v<T>)
      std::apply(fill_members, members(v));
  }
}

/// A span of fixed extent, or a reference to an array, has its size from its type.
template <class P> struct fixed_size : std::integral_constant<std::size_t, 0> {};
template <class T, std::size_t N> struct fixed_size<T (&)[N]> : std::integral_constant<std::size_t, 1> {};
template <class T, std::size_t N>
struct fixed_size<std::span<T, N>> : std::integral_constant<std::size_t, N == std::dynamic_extent ? 0 : N> {};
template <class T, std::size_t N> struct fixed_size<const std::span<T, N> &> : fixed_size<std::span<T, N>> {};

/// Names of the arrays in an argument, for messages.
template <class T> void know_arrays(const T &v, const std::string &name) {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> || vector_of_bool<T>::value || std::is_array_v<T>) {
  } else if constexpr (is_borrower<T>::value) {
    using Record = decltype(const_cast<T &>(v).lent());
    std::size_t i = 0;
    std::apply([&](const auto &...owner) { (know_arrays(owner, name + "." + member_name<Record>(i++)), ...); }, v.owners);
  } else if constexpr (std::ranges::range<T>) {
    if constexpr (requires { v.data(); })
      if (watching)
        watching->know(name, v.data(), static_cast<std::size_t>(v.size()), sizeof(*v.data()));
    if constexpr (is_sequence<T>::value)
      for (const auto &element : v)
        know_arrays(element, name);
  } else if constexpr (tuple_like<T>) {
    std::size_t i = 0;
    std::apply([&](const auto &...member) { (know_arrays(member, name + "." + std::to_string(i++)), ...); }, v);
  } else if constexpr (has_members<T>()) {
    std::size_t i = 0;
    std::apply([&](const auto &...member) { (know_arrays(member, name + "." + member_name<T>(i++)), ...); }, members(v));
  }
}

} // namespace detail

/// A value for the parameter `name` of type P.
template <class P> detail::owner_t<P> random_value(source &from, const std::string &name) {
  detail::owner_t<P> value{};
  if constexpr (constexpr std::size_t n = detail::fixed_size<std::remove_cv_t<P>>::value; n > 0) {
    value = detail::owner_t<P>(n);
    detail::fill_elements(value, from, name, 0);
  } else {
    detail::fill(value, from, name, 0);
  }
  return value;
}

} // namespace soac::testing
