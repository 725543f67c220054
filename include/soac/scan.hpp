// scan, exclusive_scan and their segmented forms, segmented_reduce. Sequential, in input order.
#pragma once

#include "soac/reduce.hpp"

namespace soac {

namespace detail {

/// The running results of `op` over n elements. Before element i the accumulator restarts at `neutral` where
/// restart(i); what is stored is the accumulator after it (inclusive) or before it.
template <class C, bool Inclusive, class Op, class Ne, class Restart, class... V>
auto scan_views(const char *where, Op &op, const Ne &start, index n, const Restart &restart, const V &...v) {
  typename results_of<C, sizeof...(V) == 1>::type results(where, n);
  const typename C::value neutral = detail::start_of<C>(where, start, n, v...);
  typename C::value acc = neutral;
  for (index i = 0; i < n; ++i) {
    if (restart(i))
      acc = neutral;
    if constexpr (!Inclusive)
      results.put(i, acc);
    acc = detail::combine<C>(where, op, acc, C::element(i, v...));
    if constexpr (Inclusive)
      results.put(i, acc);
  }
  return results.take();
}

inline constexpr auto never_restart = [](index) { return false; };

} // namespace detail

/// r[i] = neutral op x[0] op .. op x[i]. Elements as in reduce; several arrays give a tuple of arrays.
template <class Op, class Ne, class X, class... Xs>
  requires(detail::array_like<X> && ... && detail::array_like<Xs>)
auto scan(Op &&op, const Ne &neutral, const X &x, const Xs &...xs) {
  using C = detail::combined<Ne, detail::view_of<X>, detail::view_of<Xs>...>;
  const index n = detail::common_extent("scan", detail::as_view(x), detail::as_view(xs)...);
  return detail::scan_views<C, true>("scan", op, neutral, n, detail::never_restart, detail::as_view(x),
                                     detail::as_view(xs)...);
}
/// r[i] = neutral op x[0] op .. op x[i-1].
template <class Op, class Ne, class X, class... Xs>
  requires(detail::array_like<X> && ... && detail::array_like<Xs>)
auto exclusive_scan(Op &&op, const Ne &neutral, const X &x, const Xs &...xs) {
  using C = detail::combined<Ne, detail::view_of<X>, detail::view_of<Xs>...>;
  const index n = detail::common_extent("exclusive_scan", detail::as_view(x), detail::as_view(xs)...);
  return detail::scan_views<C, false>("exclusive_scan", op, neutral, n, detail::never_restart,
                                      detail::as_view(x), detail::as_view(xs)...);
}

/// An inclusive scan of every segment by itself: a segment begins where flags[i] is not zero.
template <class Op, class Ne, class Flags, class X, class... Xs>
  requires((detail::array_like<Flags> && detail::array_like<X>) && ... && detail::array_like<Xs>)
auto segmented_scan(Op &&op, const Ne &neutral, const Flags &flags, const X &x, const Xs &...xs) {
  using C = detail::combined<Ne, detail::view_of<X>, detail::view_of<Xs>...>;
  const auto begins = detail::as_view(flags);
  const index n = detail::common_extent("segmented_scan", begins, detail::as_view(x), detail::as_view(xs)...);
  const auto restart = [&](index i) { return static_cast<bool>(detail::at(begins, i)); };
  return detail::scan_views<C, true>("segmented_scan", op, neutral, n, restart, detail::as_view(x),
                                     detail::as_view(xs)...);
}

/// r[s] = neutral op x[offsets[s]] op .. op x[offsets[s+1]-1]: as many segments as offsets less one, as the row offsets
/// of a CSR matrix.
template <class Op, class Ne, class Offsets, class X, class... Xs>
  requires((detail::array_like<Offsets> && detail::array_like<X>) && ... && detail::array_like<Xs>)
auto segmented_reduce(Op &&op, const Ne &neutral, const Offsets &offsets, const X &x, const Xs &...xs) {
  using C = detail::combined<Ne, detail::view_of<X>, detail::view_of<Xs>...>;
  const auto at_offset = detail::as_view(offsets);
  const index n = detail::common_extent("segmented_reduce", detail::as_view(x), detail::as_view(xs)...);
  const index segments = std::max<index>(0, at_offset.extents()[0] - 1);
  const auto start = detail::start_of<C>("segmented_reduce", neutral, n, detail::as_view(x), detail::as_view(xs)...);
  return detail::gather_calls<typename C::value>("segmented_reduce", segments, [&](index s) {
    const auto begin = static_cast<index>(detail::at(at_offset, s)),
               end = static_cast<index>(detail::at(at_offset, s + 1));
    detail::check_that(0 <= begin && begin <= end && end <= n, "segmented_reduce",
                       "offsets are not ascending in range");
    return detail::fold<C>("segmented_reduce", op, start, begin, end, detail::as_view(x), detail::as_view(xs)...);
  });
}

} // namespace soac
