// Reductions with operators that the compiler may reorder: independent lanes, so that they vectorise without
// -ffast-math, and partial results of blocks of iterations on several threads. Lane l takes the elements i = l (mod lanes).
#pragma once

#include "soac/runtime/lanes.hpp"
#include "soac/runtime/map.hpp"
#include "soac/runtime/operators.hpp"
#include "soac/runtime/special.hpp"

#include <cstring>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>

namespace soac::runtime {

/// Independent partial results of one reduction: a vector register of them inside of other loops, where reductions are
/// short, four in the outermost loop, where the operator's latency would hold up long ones.
template <class T> inline constexpr index lanes = 64 / static_cast<index>(sizeof(T) < 4 ? 4 : sizeof(T));
template <class T> inline constexpr index many_lanes = 4 * lanes<T>;

namespace detail {
/// lane[0] op .. op lane[width - 1], halves with halves; sums of a register stay in registers.
template <class Op, int width, class T> SOAC_INLINE T join_lanes(T *lane) {
#if defined(__GNUC__)
  if constexpr (std::is_same_v<Op, plus> && std::is_floating_point_v<T> && width == register_width<T>) {
    typename vector_of<T, width>::type all;
    std::memcpy(&all, lane, sizeof(all));
    return total<T, width>(all);
  }
#endif
  if constexpr (width == 1) {
    return lane[0];
  } else {
    for (int l = 0; l < width / 2; ++l)
      lane[l] = Op::template apply<T>(lane[l], lane[l + width / 2]);
    return join_lanes<Op, width / 2>(lane);
  }
}
} // namespace detail

/// neutral op f(0) op .. op f(n-1) on one thread, for f without memory and inner loops.
template <class Op, index width, class T, class F> SOAC_INLINE T reduce_in_lanes(T neutral, index n, F f) {
  T result = neutral;
  const index rest = n % width, whole = n - rest;
  index i = 0;
  if (n >= lanes<T>) {
    T lane[width];
    for (index l = 0; l < width; ++l)
      lane[l] = Op::template unit<T>(neutral);
    for (; i < whole; i += width)
      for (index l = 0; l < width; ++l)
        lane[l] = Op::template apply<T>(lane[l], f(i + l));
    if constexpr (width > lanes<T>) {
      const index rows = rest / lanes<T>;
      SOAC_FEW
      for (index k = 0; k < rows; ++k)
        for (index l = 0; l < lanes<T>; ++l)
          lane[l] = Op::template apply<T>(lane[l], f(whole + k * lanes<T> + l));
      i = whole + rows * lanes<T>;
    }
    result = Op::template apply<T>(result, detail::join_lanes<Op, static_cast<int>(width)>(lane));
  }
  const index last = rest % lanes<T>;
  SOAC_FEW
  for (index l = 0; l < last; ++l)
    result = Op::template apply<T>(result, f(i + l));
  return result;
}

template <class Op, class T, class F> SOAC_INLINE T simd_reduce(T neutral, index n, F f) {
  return reduce_in_lanes<Op, lanes<T>>(neutral, n, f);
}

/// The same in order, for any f(i) or f(i, workspace).
template <class Op, class T, class F> SOAC_INLINE T reduce(workspace &w, T neutral, index n, F f) {
  T result = neutral;
  for (index i = 0; i < n; ++i)
    result = Op::template apply<T>(result, detail::iterate(f, i, w));
  return result;
}
template <class Op, class T, class F> SOAC_INLINE T reduce(T neutral, index n, F f) {
  T result = neutral;
  for (index i = 0; i < n; ++i)
    result = Op::template apply<T>(result, f(i));
  return result;
}

// Several reductions at once: f(i) and the neutral elements are std::tuples, one operator each.

namespace detail {
template <class... Op, class... T, std::size_t... K>
SOAC_INLINE void combine(std::tuple<T...> &into, const std::tuple<T...> &with, std::index_sequence<K...>) {
  ((std::get<K>(into) = Op::template apply<T>(std::get<K>(into), std::get<K>(with))), ...);
}
template <class... Op, class... T> SOAC_INLINE void combine(std::tuple<T...> &into, const std::tuple<T...> &with) {
  combine<Op...>(into, with, std::index_sequence_for<T...>{});
}
template <class... Op, class... T, std::size_t... K>
SOAC_INLINE std::tuple<T...> units(const std::tuple<T...> &neutral, std::index_sequence<K...>) {
  return {Op::template unit<T>(std::get<K>(neutral))...};
}

template <class T, index N> struct lane_array {
  T lane[N];
};
template <class... T> constexpr index smallest_lanes() {
  index result = 64;
  ((result = lanes<T> < result ? lanes<T> : result), ...);
  return result;
}

template <class... Op, class... T, class F, std::size_t... K>
SOAC_INLINE std::tuple<T...> simd_reduce(std::tuple<T...> neutral, index n, F f, std::index_sequence<K...>) {
  constexpr index width = 2 * smallest_lanes<T...>(); // GCC dissolves a shorter loop before it looks for vectors
  const index rest = n % width, whole = n - rest;
  if (whole > 0) {
    std::tuple<lane_array<T, width>...> lane;
    for (index l = 0; l < width; ++l)
      ((std::get<K>(lane).lane[l] = Op::template unit<T>(std::get<K>(neutral))), ...);
    for (index i = 0; i < whole; i += width)
      for (index l = 0; l < width; ++l) {
        const std::tuple<T...> x = f(i + l);
        ((std::get<K>(lane).lane[l] = Op::template apply<T>(std::get<K>(lane).lane[l], std::get<K>(x))), ...);
      }
    for (index l = 0; l < width; ++l)
      ((std::get<K>(neutral) = Op::template apply<T>(std::get<K>(neutral), std::get<K>(lane).lane[l])), ...);
  }
  SOAC_FEW
  for (index l = 0; l < rest; ++l)
    combine<Op...>(neutral, std::tuple<T...>(f(whole + l)));
  return neutral;
}
} // namespace detail

template <class... Op, class... T, class F>
  requires(sizeof...(Op) > 1)
SOAC_INLINE std::tuple<T...> simd_reduce(std::tuple<T...> neutral, index n, F f) {
  return detail::simd_reduce<Op...>(neutral, n, f, std::index_sequence_for<T...>{});
}
template <class... Op, class... T, class F>
  requires(sizeof...(Op) > 1)
SOAC_INLINE std::tuple<T...> reduce(workspace &w, std::tuple<T...> neutral, index n, F f) {
  for (index i = 0; i < n; ++i)
    detail::combine<Op...>(neutral, std::tuple<T...>(detail::iterate(f, i, w)));
  return neutral;
}
template <class... Op, class... T, class F>
  requires(sizeof...(Op) > 1)
SOAC_INLINE std::tuple<T...> reduce(std::tuple<T...> neutral, index n, F f) {
  for (index i = 0; i < n; ++i)
    detail::combine<Op...>(neutral, std::tuple<T...>(f(i)));
  return neutral;
}

namespace detail {
template <class Op, class T> SOAC_INLINE void merge(T &into, T with) { into = Op::template apply<T>(into, with); }
template <class... Op, class... T> SOAC_INLINE void merge(std::tuple<T...> &into, const std::tuple<T...> &with) {
  combine<Op...>(into, with);
}
template <class Op, class T> SOAC_INLINE T unit_of(T neutral) { return Op::template unit<T>(neutral); }
template <class... Op, class... T> SOAC_INLINE std::tuple<T...> unit_of(const std::tuple<T...> &neutral) {
  return units<Op...>(neutral, std::index_sequence_for<T...>{});
}
/// One thread's result, on cache lines of its own.
template <class T> struct alignas(64) partial_result {
  T value;
};

/// f over begin .. end - 1: one function for all threads. f is a copy, so that no element that it writes can be part of
/// it.
template <class... Op, class T, class F> T reduce_part(T neutral, index begin, index end, F f) {
  const auto shifted = [&](index i) SOAC_INLINED { return f(begin + i); };
  if constexpr (sizeof...(Op) == 1)
    return reduce_in_lanes<Op..., many_lanes<T>>(neutral, end - begin, shifted);
  else
    return runtime::simd_reduce<Op...>(neutral, end - begin, shifted);
}
} // namespace detail

// On several threads where the work is worth it; the results of blocks of iterations are combined in order.

/// One or several reductions by any f(i) or f(i, workspace).
template <class... Op, class T, class F>
SOAC_INLINE T parallel_reduce(workspace &w, T neutral, index n, index work, F f) {
  const int threads = threads_for(n, work);
  if (const index parts = parts_for(n, work, threads); parts > 1) {
    const scope region(w);
    const blocks block(n, parts);
    const auto partial = w.make<T>(block.count);
    for_parts(w, block.count, threads, [&](index b, workspace &own) {
      T result = detail::unit_of<Op...>(neutral);
      for (index i = block.begin(b), end = block.begin(b + 1); i < end; ++i)
        detail::merge<Op...>(result, T(detail::iterate(f, i, own)));
      new (&partial(b)) T(result);
    });
    for (index b = 0; b < block.count; ++b)
      detail::merge<Op...>(neutral, partial(b));
    return neutral;
  }
  return reduce<Op...>(w, neutral, n, f);
}

/// The same for f that vectorises.
template <class... Op, class T, class F>
SOAC_INLINE T parallel_simd_reduce(workspace &w, T neutral, index n, index work, F f) {
  const int threads = threads_for(n, work);
  const index parts = parts_for(n, work, threads);
  if (parts <= 1)
    return detail::reduce_part<Op...>(neutral, 0, n, f);
  const scope region(w);
  const auto partial = w.make<T>(parts);
  for_parts(w, parts, threads, [&](index part, workspace &) {
    new (&partial(part))
        T(detail::reduce_part<Op...>(detail::unit_of<Op...>(neutral), n * part / parts, n * (part + 1) / parts, f));
  });
  for (index part = 0; part < parts; ++part)
    detail::merge<Op...>(neutral, partial(part));
  return neutral;
}

/// One or several reductions by f(i, [workspace,] accumulators...), which also adds to shared arrays (see
/// accumulating_map).
template <class... Op, class T, class F, class... A>
SOAC_INLINE T accumulating_reduce(workspace &w, T neutral, index n, index work, F f, A... accumulators) {
  const int threads = threads_for(n, work);
  if (const index parts = detail::copied_parts(n, work, parts_for(n, work, threads), accumulators...); parts > 1) {
    if constexpr ((requires { accumulators.size(); } && ...)) {
      const scope region(w);
      const auto partial = w.make<detail::partial_result<T>>(parts);
      for (index p = 0; p < parts; ++p)
        new (&partial(p)) detail::partial_result<T>{detail::unit_of<Op...>(neutral)};
      detail::accumulate_in_copies(
          w, n, parts, threads,
          [&](index p, index i, workspace &own, auto... mine) {
            T x = detail::iterate(f, i, own, mine...);
            detail::merge<Op...>(partial(p).value, x);
          },
          accumulators...);
      for (index p = 0; p < parts; ++p)
        detail::merge<Op...>(neutral, partial(p).value);
    }
    return neutral;
  }
  for (index i = 0; i < n; ++i) {
    T x = detail::iterate(f, i, w, accumulators...);
    detail::merge<Op...>(neutral, x);
  }
  return neutral;
}

} // namespace soac::runtime
