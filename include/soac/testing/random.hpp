// Random values of any parameter type, with sizes that fit together: every extent and every integer is the same number
// unless a setting says otherwise.
#pragma once

#include "soac/testing/leaves.hpp"

#include <cstdlib>
#include <map>
#include <random>
#include <span>
#include <string>

namespace soac::testing {

/// Where the numbers of one point come from.
struct source {
  std::mt19937_64 random;
  double low = 0.25, high = 0.95; ///< of floating-point numbers
  index extent = 3;               ///< of arrays, and the value of integers
  /// Parameter name to "5" (an integer, or every extent), "4x3" (extents) or "0.5" (a number).
  std::map<std::string, std::string> settings;

  double number() { return static_cast<float>(std::uniform_real_distribution<double>(low, high)(random)); }
  /// Extent `dimension` of the parameter.
  index size(const std::string &name, int dimension = 0) const {
    const auto found = settings.find(name);
    if (found == settings.end())
      return extent;
    const char *text = found->second.c_str();
    char *end = nullptr;
    index value = std::strtoll(text, &end, 10);
    for (int d = 0; d < dimension && *end == 'x'; ++d)
      value = std::strtoll(end + 1, &end, 10);
    return value;
  }
};

namespace detail {

/// What owns the data of a parameter of type P.
template <class P> struct owner {
  using type = std::remove_cv_t<P>;
};
template <class T> struct owner<T &> : owner<std::remove_cv_t<T>> {};
template <class T> struct owner<T &&> : owner<std::remove_cv_t<T>> {};
template <class T> struct owner<T *> {
  using type = std::vector<std::remove_cv_t<T>>;
};
template <class T, int R> struct owner<view<T, R>> {
  using type = array<std::remove_cv_t<T>, R>;
};
template <class T, std::size_t N> struct owner<std::span<T, N>> {
  using type = std::vector<std::remove_cv_t<T>>;
};
template <class P> using owner_t = typename owner<std::remove_cv_t<P>>::type;

/// Fills elements: integers are indices, so they stay below the extent.
template <class T> void fill(T &v, source &from) {
  if constexpr (std::is_floating_point_v<T>) {
    v = static_cast<T>(from.number());
  } else if constexpr (std::is_same_v<T, bool>) {
    v = from.random() % 2 == 0;
  } else if constexpr (std::is_integral_v<T>) {
    v = static_cast<T>(from.random() % static_cast<std::uint64_t>(from.extent > 0 ? from.extent : 1));
  } else if constexpr (std::is_enum_v<T>) {
    v = T{};
  } else if constexpr (is_soac_array<T>::value) {
    for (index i = 0; i < v.size(); ++i)
      fill(v.data()[i], from);
  } else if constexpr (std::ranges::range<T>) {
    for (auto &&element : v)
      fill(element, from);
  } else if constexpr (tuple_like<T>) {
    std::apply([&](auto &...member) { (fill(member, from), ...); }, v);
  } else if constexpr (!std::is_empty_v<T>) {
    std::apply([&](auto &...member) { (fill(member, from), ...); }, members(v));
  }
}

template <class T> struct is_vector : std::false_type {};
template <class T, class A> struct is_vector<std::vector<T, A>> : std::true_type {};

} // namespace detail

/// A value for the parameter `name` of type P. Behind a pointer there is room for products of up to three extents.
template <class P> detail::owner_t<P> random_value(source &from, const std::string &name) {
  using T = detail::owner_t<P>;
  const auto setting = from.settings.find(name);
  if constexpr (std::is_floating_point_v<T>) {
    return setting == from.settings.end() ? static_cast<T>(from.number()) : static_cast<T>(std::stod(setting->second));
  } else if constexpr (std::is_same_v<T, bool>) {
    return setting == from.settings.end() || setting->second == "true" || setting->second == "1";
  } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    return static_cast<T>(from.size(name));
  } else {
    T value{};
    if constexpr (detail::is_soac_array<T>::value) {
      [&]<std::size_t... D>(std::index_sequence<D...>) {
        value = T(from.size(name, static_cast<int>(D))...);
      }(std::make_index_sequence<static_cast<std::size_t>(T::rank)>{});
    } else if constexpr (detail::is_vector<T>::value) {
      const bool roomy = std::is_pointer_v<std::remove_cv_t<P>> && setting == from.settings.end();
      value.resize(static_cast<std::size_t>(roomy ? from.extent * from.extent * from.extent : from.size(name)));
    }
    detail::fill(value, from);
    return value;
  }
}

} // namespace soac::testing
