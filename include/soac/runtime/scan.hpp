// Scans: all prefixes start op x(0) op .. op x(i), for any associative operator.
//
// Where threads are worth it the elements are cut into blocks, whose number does not depend on the threads: first every
// block's total, then every block again, from what comes before it. So each number of threads gives the same result.
#pragma once

#include "soac/runtime/parallel.hpp"

#include <array>
#include <tuple>
#include <utility>

namespace soac::runtime {

namespace detail {

template <class T> struct components {
  static constexpr std::size_t count = 1;
};
template <class... T> struct components<std::tuple<T...>> {
  static constexpr std::size_t count = sizeof...(T);
};

/// f(arguments.., the components of the value..)
template <class F, class T, class... A> SOAC_INLINE decltype(auto) spread(F &f, const T &value, A... arguments) {
  if constexpr (components<T>::count == 1)
    return f(arguments..., value);
  else
    return std::apply([&](const auto &...c) -> decltype(auto) { return f(arguments..., c...); }, value);
}
/// op(a.., b..) of an operator on components.
template <class Op, class T> SOAC_INLINE T combined(Op &op, const T &a, const T &b) {
  if constexpr (components<T>::count == 1)
    return op(a, b);
  else
    return std::apply([&](const auto &...c) { return op(c...); }, std::tuple_cat(a, b));
}

#if defined(_OPENMP)
inline constexpr index scan_blocks = 64;

/// Two passes, or parts of their own, pay later than one loop on threads.
inline bool is_worth_parts(index n, index work) { return n >= 8 * parallel_threshold / (work > 0 ? work : 1); }

template <class T, class X, class Op, class Store>
void scan_in_blocks(T start, index n, int threads, X x, Op op, Store store) {
  const auto begin = [n](index b) { return n * b / scan_blocks; };
  if (threads < 3) { // two passes take two threads as long as one takes this
    for (index b = 0; b < scan_blocks; ++b) {
      T total = x(begin(b)), prefix = combined(op, start, total);
      spread(store, prefix, begin(b));
      for (index i = begin(b) + 1, end = begin(b + 1); i < end; ++i) {
        const T value = x(i);
        total = combined(op, total, value);
        prefix = combined(op, prefix, value);
        spread(store, prefix, i);
      }
      start = combined(op, start, total);
    }
    return;
  }
  std::array<T, scan_blocks> totals;
#pragma omp parallel num_threads(threads)
  {
#pragma omp for schedule(static)
    for (index b = 0; b < scan_blocks; ++b) {
      T total = x(begin(b));
      for (index i = begin(b) + 1, end = begin(b + 1); i < end; ++i)
        total = combined(op, total, T(x(i)));
      totals[static_cast<std::size_t>(b)] = total;
    }
#pragma omp single
    for (T &total : totals) {
      const T next = combined(op, start, total);
      total = std::exchange(start, next);
    }
#pragma omp for schedule(static)
    for (index b = 0; b < scan_blocks; ++b) {
      T prefix = totals[static_cast<std::size_t>(b)];
      for (index i = begin(b), end = begin(b + 1); i < end; ++i) {
        prefix = combined(op, prefix, T(x(i)));
        spread(store, prefix, i);
      }
    }
  }
}
#endif

} // namespace detail

/// Calls store(i, start op x(0) op .. op x(i)) for all i < n. Several values at once are std::tuples, of which op and
/// store take the components.
template <class T, class X, class Op, class Store>
SOAC_INLINE void parallel_scan(T start, index n, [[maybe_unused]] index work, X x, Op op, Store store) {
#if defined(_OPENMP)
  if (n >= detail::scan_blocks && detail::is_worth_parts(n, work))
    return detail::scan_in_blocks(start, n, threads_for(n, work), x, op, store);
#endif
  for (index i = 0; i < n; ++i) {
    start = detail::combined(op, start, T(x(i)));
    detail::spread(store, start, i);
  }
}

} // namespace soac::runtime
