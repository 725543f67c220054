// Maps: iterations in any order, each writes its own elements of the results.
//
// `map` runs on one thread, `parallel_map` on several where the work is worth it. An iteration that needs memory takes a
// workspace as its second parameter. `accumulating_map` is for bodies of which several add to the same elements of an array: the
// threads add to copies of their own; it runs on one thread where copies would cost more than the work, or where nobody knows
// how large they would be. [SC22 §5.4]
#pragma once

#include "soac/runtime/arrays.hpp"
#include "soac/runtime/parallel.hpp"

#include <algorithm>
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
  if (const int threads = threads_for(n, work); threads > 1) {
    const blocks block(n, threads);
    for_parts(w, block.count, threads, [&](index b, workspace &own) {
      for (index i = block.begin(b), end = block.begin(b + 1); i < end; ++i)
        detail::iterate(f, i, own);
    });
    return;
  }
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

// Iterations begin .. end - 1: one function for all threads. f is a copy, so that no element that it writes can be part
// of it.
template <class F> void independent_part(index begin, index end, F f) {
  SOAC_INDEPENDENT
  for (index i = begin; i < end; ++i)
    f(i);
}
template <class F> void interleaved_part(index begin, index end, F f) {
  SOAC_INTERLEAVED
  for (index i = begin; i < end; ++i)
    f(i);
}
} // namespace detail

/// The same for iterations that vectorise.
template <class F> SOAC_INLINE void parallel_simd_map(workspace &, index n, index work, F f) {
  detail::in_parts(n, work, [&](index begin, index end) { detail::independent_part(begin, end, f); });
}
/// And where an iteration has several elements that lie between those of others (config.hpp).
template <class F> SOAC_INLINE void parallel_interleaved_map(workspace &, index n, index work, F f) {
  detail::in_parts(n, work, [&](index begin, index end) { detail::interleaved_part(begin, end, f); });
}
namespace detail {
/// Adds slice `slice` of `slices` of the copies' elements, in the copies' order.
template <class T, int R> void add_slice(const dense<T, R> &to, const T *const *copies, index count, index slice, index slices) {
  const index n = to.size(), begin = n * slice / slices, end = n * (slice + 1) / slices;
  for (index c = 0; c < count; ++c)
    for (index i = begin; i < end; ++i)
      to.data()[i] += copies[c][i];
}
/// f(part, i, workspace, accumulators..) for the iterations of every part; those of each part but the first add to copies,
/// which are added in order in the end.
template <class F, class... A>
void accumulate_in_copies(workspace &w, index n, index parts, int threads, F f, A... accumulators) {
  const scope region(w);
  std::tuple copies(w.make<typename A::element *>(parts)...);
  const auto copied = [&](const auto &of, const auto &a) {
    for (index p = 1; p < parts; ++p)
      of.data()[p] = w.make<typename std::remove_cvref_t<decltype(a)>::element>(a.size()).data();
  };
  std::apply([&](const auto &...of) { (copied(of, accumulators), ...); }, copies);
  for_parts(w, parts, threads, [&](index p, workspace &own) {
    const auto mine = [&](auto a, const auto &of) {
      if (p > 0) {
        a.pointer = of.data()[p];
        std::fill_n(a.pointer, a.size(), typename decltype(a)::element(0));
      }
      return a;
    };
    const auto run = [&](auto... targets) {
      for (index i = n * p / parts, end = n * (p + 1) / parts; i < end; ++i)
        f(p, i, own, targets...);
    };
    std::apply([&](const auto &...of) { run(mine(accumulators, of)...); }, copies);
  });
  for_parts(w, threads, threads, [&](index slice, workspace &) {
    std::apply([&](const auto &...of) { (add_slice(accumulators, of.data() + 1, parts - 1, slice, threads), ...); }, copies);
  });
}
} // namespace detail

namespace detail {
/// How many parts have copies of the accumulators; 1 where copies would cost more than the work, or nobody knows how large
/// they would be.
template <class... A> SOAC_INLINE index copied_parts(index n, index work, index parts, const A &...accumulators) {
  if constexpr ((requires { accumulators.size(); } && ...)) { // else it is a field of records
    const index elements = (accumulators.size() + ... + 0);
    const bool are_measured = ((accumulators.size() > 0) && ...); // how many elements a pointer has is not known
    return are_measured && elements * parts <= 4 * n * work ? parts : 1;
  } else
    return 1;
}
} // namespace detail

/// As parallel_map, for f(i, [workspace,] accumulators...). A part has the same iterations in every run and the parts' copies
/// are added in order, so results do not depend on timing.
template <class F, class... A>
SOAC_INLINE void accumulating_map(workspace &w, index n, index work, F f, A... accumulators) {
  const int threads = threads_for(n, work);
  if (const index parts = detail::copied_parts(n, work, parts_for(n, work, threads), accumulators...); parts > 1) {
    if constexpr ((requires { accumulators.size(); } && ...))
      detail::accumulate_in_copies(
          w, n, parts, threads, [&](index, index i, workspace &own, auto... mine) { detail::iterate(f, i, own, mine...); },
          accumulators...);
    return;
  }
  for (index i = 0; i < n; ++i)
    detail::iterate(f, i, w, accumulators...);
}

} // namespace soac::runtime
