// Updates at computed places: scatter and reduce_by_index. Both leave `dest` as it is and return the changed array; a
// temporary `dest` is changed itself. Places out of range are ignored. Sequential, in input order.
#pragma once

#include "soac/layout.hpp"
#include "soac/repeated.hpp"
#include "soac/scan.hpp"

#include <source_location>

namespace soac {

namespace detail {

// The bins hold values of type C::value: one array of them, or a tuple with one array per component.
template <class T> const T &load(const array<T, 1> &bins, index b) { return bins.data()[b]; }
template <class T, int R> view<const T, R - 1> load(const array<T, R> &bins, index b) {
  return detail::at(detail::as_view(bins), b);
}
template <class... A> auto load(const std::tuple<A...> &bins, index b) {
  return std::apply(
      [&](const auto &...member) {
        return std::tuple<std::decay_t<decltype(detail::load(member, b))>...>(detail::load(member, b)...);
      },
      bins);
}
template <class T> void store(array<T, 1> &bins, index b, const T &value) { bins.data()[b] = value; }
template <class T, int R> void store(array<T, R> &bins, index b, const array<T, R - 1> &value) {
  std::copy_n(value.data(), value.size(), bins.data() + b * value.size());
}
template <class... A, class... V> void store(std::tuple<A...> &bins, index b, const std::tuple<V...> &value) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (detail::store(std::get<I>(bins), b, std::get<I>(value)), ...);
  }(std::index_sequence_for<A...>{});
}

/// Bins have the shape of what goes into them; numbers have none.
template <class T, int R, class V>
void check_bins([[maybe_unused]] const char *where, const array<T, R> &bins, const V &value) {
  if constexpr (R > 1)
    if (bins.size() > 0 || value.size() > 0)
      detail::check_shape(where, detail::tail(bins.extents()), value.extents());
}
template <class... A, class... V>
void check_bins(const char *where, const std::tuple<A...> &bins, const std::tuple<V...> &value) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (detail::check_bins(where, std::get<I>(bins), std::get<I>(value)), ...);
  }(std::index_sequence_for<A...>{});
}

template <class T, int R> index bin_count(const array<T, R> &bins) { return bins.extents()[0]; }
template <class A, class... As> index bin_count(const std::tuple<A, As...> &bins) {
  return std::apply(
      [](const auto &...member) { return detail::common_extent("reduce_by_index", detail::as_view(member)...); }, bins);
}

/// The bins to start from: the caller's, or as many neutral elements as the caller says.
template <class C, bool Single, class Dest> auto starting_bins(Dest &&dest, const typename C::value &neutral) {
  using D = std::remove_cvref_t<Dest>;
  if constexpr (std::is_integral_v<D>) {
    typename results_of<C, Single>::type bins("reduce_by_index", static_cast<index>(dest));
    for (index b = 0; b < static_cast<index>(dest); ++b)
      bins.put(b, neutral);
    return bins.take();
  } else if constexpr (array_like<D>) {
    return detail::take_or_copy(std::forward<Dest>(dest));
  } else {
    return std::apply(
        [](auto &&...member) { return std::tuple(detail::take_or_copy(std::forward<decltype(member)>(member))...); },
        std::forward<Dest>(dest));
  }
}

} // namespace detail

/// r = dest, but r[k] = dest[k] op (the values with key k, in input order). `dest` may be a number of bins, which start
/// as the neutral element. A bin without values keeps what it holds.
template <class Op, class Ne, class Dest, class Keys, class X, class... Xs>
  requires((detail::array_like<Keys> && detail::array_like<X>) && ... && detail::array_like<Xs>)
auto reduce_by_index(Op &&op, const Ne &neutral, Dest &&dest, const Keys &keys, const X &x, const Xs &...xs) {
  using C = detail::combined<Ne, detail::view_of<X>, detail::view_of<Xs>...>;
  static_assert(std::is_integral_v<detail::scalar_of<Keys>>, "soac: the keys of reduce_by_index are integers");
  const auto key = detail::as_view(keys);
  const index n = detail::common_extent("reduce_by_index", key, detail::as_view(x), detail::as_view(xs)...);
  const auto start = detail::start_of<C>("reduce_by_index", neutral, n, detail::as_view(x), detail::as_view(xs)...);
  auto bins = detail::starting_bins < C, sizeof...(Xs) == 0 > (std::forward<Dest>(dest), start);
  const index count = detail::bin_count(bins);
  if (n > 0)
    detail::check_bins("reduce_by_index", bins, start);
  const auto combine = [&](const auto &...v) {
    for (index i = 0; i < n; ++i) {
      const auto b = static_cast<index>(detail::at(key, i));
      if (b < 0 || b >= count)
        continue;
      const typename C::value value(op(detail::load(bins, b), C::element(i, v...)));
      detail::check_same_shape("reduce_by_index", start, value);
      detail::store(bins, b, value);
    }
  };
  combine(detail::as_view(x), detail::as_view(xs)...);
  return bins;
}

/// r = dest, but r[indices[i]] = values[i]. An index in range must not occur twice; checked builds throw and name the
/// index and the call.
template <class Dest, class I, class X>
  requires(detail::array_like<Dest> && detail::array_like<I> && detail::array_like<X> &&
           detail::rank_of<Dest> == detail::rank_of<X> && std::is_integral_v<detail::scalar_of<I>>)
auto scatter(Dest &&dest, const I &indices, const X &values,
             [[maybe_unused]] std::source_location call = std::source_location::current()) {
  const auto to = detail::as_view(indices);
  const auto from = detail::as_view(values);
  const index n = detail::common_extent("scatter", to, from);
  auto r = detail::take_or_copy(std::forward<Dest>(dest));
  const index count = r.extents()[0];
  if (n > 0)
    detail::check_bins("scatter", r, detail::at(from, 0));
#if SOAC_CHECKS
  array<index, 1> table;
  const auto make_table = [&](index slots) { return (table = array<index, 1>(slots)).data(); };
  const index twice = detail::find_repeated(n, count, [&](index i) { return detail::at(to, i); }, make_table);
  if (twice >= 0)
    detail::fail_argument("scatter", ("index " + std::to_string(twice) + " occurs twice at " + call.file_name() + ":" +
                                      std::to_string(call.line()))
                                         .c_str());
#endif
  for (index i = 0; i < n; ++i) {
    const auto k = static_cast<index>(detail::at(to, i));
    if (k >= 0 && k < count)
      detail::store(r, k, detail::element_t<Dest>(detail::at(from, i)));
  }
  return r;
}

} // namespace soac
