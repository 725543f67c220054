// Maps: iterations in any order, each writes its own elements of the results.
//
// `map` runs on one thread, `parallel_map` on several where the work is worth it. An iteration that needs memory takes a
// workspace as its second parameter. `accumulating_map` is for bodies of which several add to the same elements of an array: the
// threads add to copies of their own; it runs on one thread where copies would cost more than the work, or where nobody knows
// how large they would be. [SC22 §5.4]
#pragma once

#include "soac/runtime/arrays.hpp"
#include "soac/runtime/parallel.hpp"

#include <tuple>

namespace soac::runtime {

/// Iterations without memory of their own and without inner loops; they vectorise.
template <class F> SOAC_INLINE void simd_map(index n, F f) {
  SOAC_INDEPENDENT
  for (index i = 0; i < n; ++i)
    f(i);
}

template <class F> SOAC_INLINE void map(index n, F f) {
  for (index i = 0; i < n; ++i)
    f(i);
}
template <class F> SOAC_INLINE void map(workspace &w, index n, F f) {
  for (index i = 0; i < n; ++i)
    detail::iterate(f, i, w);
}

/// `work`: about how many elementary operations one iteration takes.
template <class F> SOAC_INLINE void parallel_map(workspace &w, index n, [[maybe_unused]] index work, F f) {
#if defined(_OPENMP)
  if (const int threads = threads_for(n, work); threads > 1) {
    w.prepare_threads(threads);
    const blocks block(n, threads);
#pragma omp parallel num_threads(threads)
    {
      workspace &own = w.thread(omp_get_thread_num());
#pragma omp for schedule(dynamic)
      for (index b = 0; b < block.count; ++b)
        for (index i = block.begin(b), end = block.begin(b + 1); i < end; ++i)
          detail::iterate(f, i, own);
    }
    return;
  }
#endif
  for (index i = 0; i < n; ++i)
    detail::iterate(f, i, w);
}

namespace detail {
/// f(begin, end) for as many parts of 0 .. n - 1 as there are threads.
template <class F> SOAC_INLINE void in_parts(index n, [[maybe_unused]] index work, F f) {
#if defined(_OPENMP)
  if (const int threads = threads_for(n, work); threads > 1) {
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int part = 0; part < threads; ++part)
      f(n * part / threads, n * (part + 1) / threads);
    return;
  }
#endif
  f(index{0}, n);
}
} // namespace detail

/// The same for iterations that vectorise.
template <class F> SOAC_INLINE void parallel_simd_map(workspace &, index n, index work, F f) {
  detail::in_parts(n, work, [&](index begin, index end) {
    SOAC_INDEPENDENT
    for (index i = begin; i < end; ++i)
      f(i);
  });
}
/// And where an iteration has several elements that lie between those of others (config.hpp).
template <class F> SOAC_INLINE void parallel_interleaved_map(workspace &, index n, index work, F f) {
  detail::in_parts(n, work, [&](index begin, index end) {
    SOAC_INTERLEAVED
    for (index i = begin; i < end; ++i)
      f(i);
  });
}

namespace detail {
template <class T> dense<T, 0> zeros_like(workspace &w, const dense<T, 0> &) { return {w.filled(T(0), 1).data()}; }
template <class T, int R> dense<T, R> zeros_like(workspace &w, const dense<T, R> &a) {
  auto result = w.like(a);
  fill(result, T(0));
  return result;
}
/// Adds part `part` of `parts` of the copies' elements, in the copies' order.
template <class T, int R> void add_part(const dense<T, R> &to, const T *const *copies, int count, int part, int parts) {
  const index n = to.size(), begin = n * part / parts, end = n * (part + 1) / parts;
  for (int c = 0; c < count; ++c)
    for (index i = begin; i < end; ++i)
      to.data()[i] += copies[c][i];
}
#if defined(_OPENMP)
/// Every thread but the first adds to copies of its own.
template <class F, class... A>
void accumulate_in_copies(workspace &w, index n, int threads, F f, A... accumulators) {
  const scope region(w);
  const std::tuple copies(w.make<const typename A::element *>(threads)...);
#pragma omp parallel num_threads(threads)
  {
    const int thread = omp_get_thread_num(), team = omp_get_num_threads();
    workspace &own = w.thread(thread);
    const scope copied(own);
    const auto run = [&](auto... mine) {
      std::apply([&](const auto &...of) { ((of.data()[thread] = mine.data()), ...); }, copies);
#pragma omp for schedule(static)
      for (index i = 0; i < n; ++i)
        iterate(f, i, own, mine...);
      std::apply(
          [&](const auto &...of) { (add_part(accumulators, of.data() + 1, team - 1, thread, team), ...); }, copies);
    };
    if (thread == 0)
      run(accumulators...);
    else
      run(zeros_like(own, accumulators)...);
  } // other threads may still read a copy when its scope ends; nothing is made there before all are here
}
#endif
} // namespace detail

/// As parallel_map, for f(i, [workspace,] accumulators...). Iterations go to the same threads in every run and the
/// threads' copies are added in order, so results do not depend on timing.
template <class F, class... A>
SOAC_INLINE void accumulating_map(workspace &w, index n, [[maybe_unused]] index work, F f, A... accumulators) {
#if defined(_OPENMP)
  if constexpr ((requires { accumulators.size(); } && ...)) // else it is a field of records, which has no copies
    if (const int threads = threads_for(n, work); threads > 1) {
      const index elements = (accumulators.size() + ... + 0);
      const bool areMeasured = ((accumulators.size() > 0) && ...); // how many elements a pointer has is not known
      if (areMeasured && elements * threads <= 4 * n * work) {
        w.prepare_threads(threads);
        detail::accumulate_in_copies(w, n, threads, f, accumulators...);
        return;
      }
    }
#endif
  for (index i = 0; i < n; ++i)
    detail::iterate(f, i, w, accumulators...);
}

} // namespace soac::runtime
