// How many threads a parallel loop gets. Without OpenMP always one.
#pragma once

#include "soac/runtime/workspace.hpp"

#if defined(_OPENMP)
#include <omp.h>
#endif

namespace soac::runtime {

/// About as many elementary operations as starting the threads costs.
#ifndef SOAC_PARALLEL_THRESHOLD
#define SOAC_PARALLEL_THRESHOLD 20000
#endif
inline constexpr index parallel_threshold = SOAC_PARALLEL_THRESHOLD;

/// Are n iterations of about `work` elementary operations each worth starting threads?
inline bool is_worth_threads(index n, index work) {
  return n > 1 && static_cast<double>(n) * static_cast<double>(work) >= static_cast<double>(parallel_threshold);
}

/// Threads for `n` iterations of about `work` elementary operations each; one inside a parallel region. OpenMP may give
/// a region fewer (OMP_THREAD_LIMIT, OMP_DYNAMIC): what is shared out is shared out by `omp for`.
inline int threads_for([[maybe_unused]] index n, [[maybe_unused]] index work) {
#if defined(_OPENMP)
  if (!is_worth_threads(n, work) || omp_in_parallel())
    return 1;
  const index most = omp_get_max_threads();
  return static_cast<int>(n < most ? n : most);
#else
  return 1;
#endif
}

/// 1: sums are bitwise equal for every number of threads. `soac --deterministic` writes it at the head of a source.
#ifndef SOAC_DETERMINISTIC
#define SOAC_DETERMINISTIC 0
#endif

/// Into how many parts n iterations are cut whose sums are added in order: one for each thread; where results may not depend
/// on their number (`is_fixed`), as many as n and the work say.
template <bool is_fixed = SOAC_DETERMINISTIC != 0> inline index parts_for(index n, index work, int threads) {
  constexpr index most = 16;
  if (!is_fixed)
    return threads;
  return !is_worth_threads(n, work) ? 1 : n < most ? n : most;
}

/// Blocks [begin(b), begin(b + 1)) of iterations that threads take one after another: several for each thread, so that
/// none waits long where iterations differ or a core is busy. What a block computes depends on n and the parts only.
struct blocks {
  index n, count;
  blocks(index iterations, index parts) : n(iterations), count(iterations < 8 * parts ? iterations : 8 * parts) {}
  index begin(index b) const { return n * b / count; }
};

/// f(part, workspace) for every part; threads take one after another.
template <class F> SOAC_INLINE void for_parts(workspace &w, index count, [[maybe_unused]] int threads, F f) {
#if defined(_OPENMP)
  if (threads > 1) {
    w.prepare_threads(threads);
#pragma omp parallel num_threads(threads)
    {
      workspace &own = w.thread(omp_get_thread_num());
#pragma omp for schedule(dynamic)
      for (index p = 0; p < count; ++p)
        f(p, own);
    }
    return;
  }
#endif
  for (index p = 0; p < count; ++p)
    f(p, w);
}

namespace detail {
/// Calls f(i) or f(i, workspace, accumulators...), whatever it takes; memory made by one iteration is given back after it.
template <class F, class... A> SOAC_INLINE decltype(auto) iterate(F &f, index i, workspace &w, A... accumulators) {
  if constexpr (requires { f(i, w, accumulators...); }) {
    const scope iteration(w);
    return f(i, w, accumulators...);
  } else
    return f(i, accumulators...);
}
} // namespace detail

} // namespace soac::runtime
