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

/// Threads for `n` iterations of about `work` elementary operations each; one inside a parallel region. OpenMP may give
/// a region fewer (OMP_THREAD_LIMIT, OMP_DYNAMIC): what is shared out is shared out by `omp for`.
inline int threads_for([[maybe_unused]] index n, [[maybe_unused]] index work) {
#if defined(_OPENMP)
  if (n < 2 || omp_in_parallel() || n < parallel_threshold / (work > 0 ? work : 1))
    return 1;
  const index most = omp_get_max_threads();
  return static_cast<int>(n < most ? n : most);
#else
  return 1;
#endif
}

/// Blocks [begin(b), begin(b + 1)) of iterations that threads take one after another: several for each thread, so that
/// none waits long where iterations differ or a core is busy. What a block computes depends on n and the threads only.
struct blocks {
  index n, count;
  blocks(index iterations, int threads)
      : n(iterations), count(iterations < 8 * index{threads} ? iterations : 8 * index{threads}) {}
  index begin(index b) const { return n * b / count; }
};

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
