// Maps and sums whose iterations are written for one of them and for all lanes (lanes.hpp), on several threads where the work is worth
// it. Clang makes no vector loops of functions; GCC adds up one by one what stands beside writes, and looks for writes that meet.
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

namespace detail {
/// start + sum(0, n), where `sum` is that of a part of the iterations.
template <class T, class Sum> SOAC_INLINE T parallel_sum(workspace &w, T start, index n, index work, Sum sum) {
  const int threads = threads_for(n, work);
  const index parts = parts_for(n, work, threads);
  if (parts <= 1)
    return start + sum(0, n);
  const scope region(w);
  const auto partial = w.make<T>(parts);
  for_parts(w, parts, threads, [&](index part, workspace &) { partial(part) = sum(n * part / parts, n * (part + 1) / parts); });
  for (index part = 0; part < parts; ++part)
    start += partial(part);
  return start;
}
} // namespace detail

// f(0) + .. + f(n - 1), also beside writes of elements that no other iteration reads or writes. Few iterations, and the
// last ones, are left to the compiler. `independent_sum` is for f that calls no functions: there Clang makes a vector
// loop of all of them.

template <class F> SOAC_INLINE auto independent_sum(index begin, index end, F f) {
  auto sum = decltype(f(begin))(0);
#if !defined(__clang__)
  if (end - begin >= lane_count) {
    per_lane<decltype(sum)> lanes(0);
    for (; begin + lane_count <= end; begin += lane_count)
      lanes = lanes + f(lane_range{begin});
    sum = total(lanes);
  }
#endif
  SOAC_INDEPENDENT
  for (index i = begin; i < end; ++i)
    sum += f(i);
  return sum;
}
template <class F> SOAC_INLINE auto lane_sum(index begin, index end, F f) {
#if defined(__clang__)
  return sum_of_lanes(begin, end, f);
#else
  return independent_sum(begin, end, f);
#endif
}
template <class F> SOAC_INLINE auto independent_sum(index n, F f) { return independent_sum(0, n, f); }
template <class F> SOAC_INLINE auto lane_sum(index n, F f) { return lane_sum(0, n, f); }

namespace detail {
// Of begin .. end - 1: one function for all threads, as in map.hpp.
template <class F> auto independent_sum_part(index begin, index end, F f) { return independent_sum(begin, end, f); }
template <class F> auto lane_sum_part(index begin, index end, F f) { return lane_sum(begin, end, f); }
} // namespace detail

template <class T, class F> SOAC_INLINE T parallel_independent_sum(workspace &w, T start, index n, index work, F f) {
  return detail::parallel_sum(w, start, n, work,
                              [&](index begin, index end) { return detail::independent_sum_part(begin, end, f); });
}
template <class T, class F> SOAC_INLINE T parallel_lane_sum(workspace &w, T start, index n, index work, F f) {
  return detail::parallel_sum(w, start, n, work,
                              [&](index begin, index end) { return detail::lane_sum_part(begin, end, f); });
}

/// Several sums of what f gives, each from its start.
template <class... T, class F> SOAC_INLINE std::tuple<T...> independent_sums(std::tuple<T...> start, index n, F f) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) SOAC_INLINED {
    index begin = 0;
#if !defined(__clang__)
    if (n >= lane_count) {
      std::tuple<per_lane<T>...> sums(per_lane<T>(0)...);
      for (; begin + lane_count <= n; begin += lane_count) {
        const std::tuple<per_lane<T>...> terms = f(lane_range{begin});
        ((std::get<K>(sums) = std::get<K>(sums) + std::get<K>(terms)), ...);
      }
      ((std::get<K>(start) += total(std::get<K>(sums))), ...);
    }
#endif
    SOAC_INDEPENDENT
    for (index i = begin; i < n; ++i) {
      const std::tuple<T...> terms = f(i);
      ((std::get<K>(start) += std::get<K>(terms)), ...);
    }
    return start;
  }(std::index_sequence_for<T...>{});
}
template <class... T, class F> SOAC_INLINE std::tuple<T...> lane_sums(std::tuple<T...> start, index n, F f) {
#if defined(__clang__)
  return sums_of_lanes(start, n, f);
#else
  return independent_sums(start, n, f);
#endif
}

} // namespace soac::runtime
