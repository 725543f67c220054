// Runs the iterations of an outermost combinator on OpenMP threads where that pays.
#pragma once

#include "soac/names.hpp"

#include <algorithm>

#ifdef _OPENMP
#include <exception>
#include <omp.h>
#endif

namespace soac::detail {

#ifdef _OPENMP
/// True while this thread runs the iterations of a combinator: those inside it stay sequential.
inline constinit thread_local bool is_inside = false;

class inside {
  bool before = is_inside;

public:
  inside() { is_inside = true; }
  ~inside() { is_inside = before; }
  inside(const inside &) = delete;
  inside &operator=(const inside &) = delete;
};
#endif

/// True when more threads may help: outside of other combinators and parallel regions, with more than one thread.
inline bool may_run_parallel() {
#ifdef _OPENMP
  return !is_inside && !omp_in_parallel() && omp_get_max_threads() > 1;
#else
  return false;
#endif
}

/// Calls body(begin, end) for ranges that together are [begin, end), on all threads. What a range throws is thrown
/// here.
template <class Body> void run_parallel(index begin, index end, const Body &body) {
#ifdef _OPENMP
  const index chunks = std::min<index>(end - begin, 8 * static_cast<index>(omp_get_max_threads()));
  std::exception_ptr error;
#pragma omp parallel for schedule(dynamic)
  for (index c = 0; c < chunks; ++c) {
    try {
      const inside guard;
      body(begin + (end - begin) * c / chunks, begin + (end - begin) * (c + 1) / chunks);
    } catch (...) {
#pragma omp critical(soac_error)
      error = std::current_exception();
    }
  }
  if (error)
    std::rethrow_exception(error);
#else
  body(begin, end);
#endif
}

#ifdef _OPENMP
/// Of an outermost combinator: parallel when the time of the first iteration says that all take longer than starting
/// threads does.
template <class Body> [[gnu::noinline]] void for_outermost_ranges(index n, const Body &body) {
  const bool may_share = may_run_parallel();
  const inside guard; // also on one thread: those inside need not ask
  if (!may_share) {
    body(index{0}, n);
    return;
  }
  const double start = omp_get_wtime();
  body(index{0}, index{1});
  const double first = omp_get_wtime() - start; // seconds
  if (first * static_cast<double>(n) > 100e-6)
    run_parallel(1, n, body);
  else
    body(index{1}, n);
}
#endif

/// Calls body(0, n) in ranges, on several threads where that pays; iterations are independent, so the result is the same.
template <class Body> void for_ranges(index n, const Body &body) {
#ifdef _OPENMP
  constexpr index few = 8;
  if (n >= few && !is_inside) [[unlikely]] {
    detail::for_outermost_ranges(n, body);
    return;
  }
#endif
  body(index{0}, n);
}

} // namespace soac::detail
