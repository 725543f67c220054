// filter, partition, sort_by_key: which elements, and their order, are data. Input order is kept among equals.
#pragma once

#include "soac/layout.hpp"

#include <numeric>

namespace soac {

namespace detail {

/// The positions where p holds, and where it does not.
template <class P, class V> std::pair<std::vector<index>, std::vector<index>> positions(P &p, const V &v) {
  std::pair<std::vector<index>, std::vector<index>> r;
  for (index i = 0; i < v.extents()[0]; ++i)
    (p(detail::at(v, i)) ? r.first : r.second).push_back(i);
  return r;
}

/// The elements at these positions, which are in range.
template <class T, int R> array<T, R> pick_elements(const view<const T, R> &v, const std::vector<index> &where) {
  array<T, R> r(uninitialized{}, detail::prepend(static_cast<index>(where.size()), detail::tail(v.extents())));
  const index row = detail::product_of<R>(detail::prepend(index{1}, detail::tail(v.extents())));
  T *to = r.data();
  for (index i : where) {
    if constexpr (R == 1)
      to = construct_copies(&at(v, i), 1, to);
    else
      to = construct_copies(array<T, R - 1>(detail::at(v, i)).data(), row, to);
  }
  return r;
}

} // namespace detail

/// The elements for which p holds.
template <class P, class X>
  requires detail::array_like<X>
auto filter(P &&p, const X &x) {
  const auto v = detail::as_view(x);
  return detail::pick_elements(v, detail::positions(p, v).first);
}
/// The elements for which p holds, and the others.
template <class P, class X>
  requires detail::array_like<X>
auto partition(P &&p, const X &x) {
  const auto v = detail::as_view(x);
  const auto where = detail::positions(p, v);
  return std::pair(detail::pick_elements(v, where.first), detail::pick_elements(v, where.second));
}
/// (keys, xs..) in the stable order of ascending keys.
template <class Keys, class... Xs>
  requires(detail::array_like<Keys> && ... && detail::array_like<Xs>)
auto sort_by_key(const Keys &keys, const Xs &...xs) {
  const auto key = detail::as_view(keys);
  std::vector<index> order(static_cast<std::size_t>(detail::common_extent("sort_by_key", key, detail::as_view(xs)...)));
  std::iota(order.begin(), order.end(), index{0});
  std::sort(order.begin(), order.end(), [&](index a, index b) {
    return detail::at(key, a) < detail::at(key, b) || (!(detail::at(key, b) < detail::at(key, a)) && a < b);
  });
  return std::tuple(detail::pick_elements(key, order), detail::pick_elements(detail::as_view(xs), order)...);
}

} // namespace soac
