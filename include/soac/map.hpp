// map and tabulate: independent calls of a function, gathered into arrays.
#pragma once

#include "soac/sequence.hpp"

namespace soac {

namespace detail {

template <class F, class... V> auto map_views(F &f, const V &...v) {
  using U = std::remove_cvref_t<std::invoke_result_t<F &, typename element_of<V>::passed...>>;
  const index n = detail::common_extent("map", v...);
  if ((detail::is_dense(v) && ...))
    return [&](const auto &...fast) {
      return detail::gather_calls<U>("map", n, [&](index i) -> decltype(auto) { return f(detail::at(fast, i)...); });
    }(detail::dense(v)...);
  return detail::gather_calls<U>("map", n, [&](index i) -> decltype(auto) { return f(detail::at(v, i)...); });
}

/// The indices of position k, in row-major order, of `extents`.
template <std::size_t D, std::size_t R, class F, class... I>
decltype(auto) call_at(F &f, const std::array<index, R> &extents, [[maybe_unused]] index k, I... indices) {
  if constexpr (D == 0)
    return f(indices...);
  else
    return call_at<D - 1>(f, extents, k / extents[D - 1], k % extents[D - 1], indices...);
}

/// The array with its first dimension split into `outer`; a tuple of arrays member by member.
template <class T, int R, std::size_t S> auto split_first(array<T, R> &&flat, const std::array<index, S> &outer) {
  shape<static_cast<int>(S) + R - 1> extents{};
  std::copy(outer.begin(), outer.end(), extents.begin());
  std::copy(flat.extents().begin() + 1, flat.extents().end(), extents.begin() + S);
  return std::move(flat).template reshaped<static_cast<int>(S) + R - 1>(extents);
}
template <class... A, std::size_t S> auto split_first(std::tuple<A...> &&flat, const std::array<index, S> &outer) {
  return std::apply([&](auto &...a) { return std::tuple(detail::split_first(std::move(a), outer)...); }, flat);
}

} // namespace detail

/// r[i] = f(x[i], y[i], ..): over the first dimension of any number of arrays, in parallel. Arrays that f returns must
/// have equal shapes and become an array of one more rank; a std::tuple becomes a tuple of arrays. The extents of inner
/// dimensions are 0 when there is nothing to map over.
template <class F, class X, class... Xs>
  requires(detail::array_like<X> && ... && detail::array_like<Xs>)
auto map(F &&f, const X &x, const Xs &...xs) {
  return detail::map_views(f, detail::as_view(x), detail::as_view(xs)...);
}

/// r(i, j, ..) = f(i, j, ..).
template <class F, class... E>
  requires(sizeof...(E) > 0 && detail::indices<E...>)
auto tabulate(F &&f, E... extents) {
  using U = std::remove_cvref_t<decltype(f(static_cast<index>(extents)...))>;
  constexpr int rank = static_cast<int>(sizeof...(E));
  const shape<rank> outer{static_cast<index>(extents)...};
  for ([[maybe_unused]] index e : outer)
    detail::check_that(e >= 0, "tabulate", "an extent is negative");
  if constexpr (rank == 1) {
    return detail::gather_calls<U>("tabulate", outer[0], [&](index i) -> decltype(auto) { return f(i); });
  } else {
    auto flat = detail::gather_calls<U>("tabulate", detail::product_of<rank>(outer), [&](index k) -> decltype(auto) {
      return detail::call_at<static_cast<std::size_t>(rank)>(f, outer, k);
    });
    return detail::split_first(std::move(flat), outer);
  }
}

/// The integers 0 .. n-1.
inline array<index, 1> iota(index n) {
  return soac::tabulate([](index i) { return i; }, n);
}

/// n times v, which may be an array.
template <class V> auto replicate(index n, const V &v) {
  if constexpr (detail::array_like<V> && !requires { std::tuple_size<V>::value; }) {
    const auto row = detail::as_view(v);
    return soac::tabulate([&](index) { return row; }, n);
  } else {
    return soac::tabulate([&](index) { return v; }, n);
  }
}

} // namespace soac
