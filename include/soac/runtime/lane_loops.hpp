// Maps and sums whose iterations call functions, on several threads where the work is worth it. `f` is written for an iteration and
// for all lanes: Clang makes no vector loops of functions, so there it goes through named lanes (lanes.hpp).
#pragma once

#include "soac/runtime/lanes.hpp"
#include "soac/runtime/map.hpp"
#include "soac/runtime/reduce.hpp"

namespace soac::runtime {

template <class F> SOAC_INLINE void parallel_lane_map([[maybe_unused]] workspace &w, index n, index work, F f) {
#if defined(__clang__)
  detail::in_parts(n, work, [&](index begin, index end) { in_lanes(begin, end, f); });
#else
  parallel_simd_map(w, n, work, f);
#endif
}

/// start + f(0) + .. + f(n - 1).
template <class T, class F> SOAC_INLINE T parallel_lane_sum(workspace &w, T start, index n, index work, F f) {
#if defined(__clang__)
  const int threads = threads_for(n, work);
  const index parts = parts_for(n, work, threads);
  if (parts <= 1)
    return start + sum_of_lanes(n, f);
  const scope region(w);
  const auto partial = w.make<T>(parts);
  for_parts(w, parts, threads, [&](index part, workspace &) {
    partial(part) = sum_of_lanes(n * part / parts, n * (part + 1) / parts, f);
  });
  for (index part = 0; part < parts; ++part)
    start += partial(part);
  return start;
#else
  return parallel_simd_reduce<plus>(w, start, n, work, f);
#endif
}

} // namespace soac::runtime
