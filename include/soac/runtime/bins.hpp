// Histograms: dest[key(i)] = dest[key(i)] op value(i) for all i in order, for any associative operator. Keys that are no
// index of the destinations are ignored.
//
// On threads it is one of two ways, chosen by the sizes alone, so that each number of threads gives the same result:
//   few bins:  parts of the input, whose number is fixed, each into bins of its own; these are added to dest in order
//   many bins: each thread looks at all keys and takes those of its segment of the bins, in order
#pragma once

#include "soac/runtime/scan.hpp"

#include <new>

namespace soac::runtime {

namespace detail {

/// The elements of several arrays at one index, as one value.
template <class T, class... D> SOAC_INLINE T load(index k, const D &...dests) { return T(dests(k)...); }
template <class T, class... D> SOAC_INLINE void store(index k, const T &value, const D &...dests) {
  const auto assign = [&](const auto &...c) { ((dests(k) = c), ...); };
  spread(assign, value);
}

#if defined(_OPENMP)
inline constexpr index bin_parts = 16, elements_per_bin = 64, many_bins = 1 << 18;

/// What some of the input puts into one bin.
template <class T> struct bin {
  T value;
  bool is_used = false;
};

template <class T, class Key, class Value, class Op, class... D>
void bins_in_parts(workspace &w, index n, int threads, index bins, Key key, Value value, Op op, D... dests) {
  const auto fill = [&](index part, bin<T> *own) {
    for (index k = 0; k < bins; ++k)
      ::new (static_cast<void *>(own + k)) bin<T>();
    for (index i = n * part / bin_parts, end = n * (part + 1) / bin_parts; i < end; ++i) {
      const index k = key(i);
      if (k < 0 || k >= bins)
        continue;
      if (own[k].is_used)
        own[k].value = combined(op, own[k].value, T(value(i)));
      else
        own[k] = {T(value(i)), true};
    }
  };
  const auto add = [&](const bin<T> *own) {
    for (index k = 0; k < bins; ++k)
      if (own[k].is_used)
        store(k, combined(op, load<T>(k, dests...), own[k].value), dests...);
  };
  const scope region(w);
  bin<T> *const parts = w.make<bin<T>>(threads > 1 ? bin_parts * bins : bins).data();
  if (threads > 1) {
#pragma omp parallel for schedule(static) num_threads(threads)
    for (index part = 0; part < bin_parts; ++part)
      fill(part, parts + part * bins);
  }
  for (index part = 0; part < bin_parts; ++part) {
    bin<T> *const own = threads > 1 ? parts + part * bins : parts;
    if (threads == 1)
      fill(part, own);
    add(own);
  }
}

template <class T, class Key, class Value, class Op, class... D>
void bins_in_segments(index n, int threads, index bins, Key key, Value value, Op op, D... dests) {
#pragma omp parallel for schedule(static) num_threads(threads)
  for (int segment = 0; segment < threads; ++segment) {
    const index begin = bins * segment / threads, end = bins * (segment + 1) / threads;
    for (index i = 0; i < n; ++i)
      if (const index k = key(i); k >= begin && k < end)
        store(k, combined(op, load<T>(k, dests...), T(value(i))), dests...);
  }
}
#endif

} // namespace detail

/// `bins`: the extent of all of `dests`. T: a value, or a std::tuple of one for each of them.
template <class T, class Key, class Value, class Op, class... D>
SOAC_INLINE void parallel_bins([[maybe_unused]] workspace &w, index n, [[maybe_unused]] index work, index bins, Key key,
                               Value value, Op op, D... dests) {
#if defined(_OPENMP)
  if (detail::is_worth_parts(n, work)) {
    if (bins <= n / detail::elements_per_bin)
      return detail::bins_in_parts<T>(w, n, threads_for(n, work), bins, key, value, op, dests...);
    if (const int threads = threads_for(n, work); threads > 2 && bins >= detail::many_bins)
      return detail::bins_in_segments<T>(n, threads, bins, key, value, op, dests...);
  }
#endif
  for (index i = 0; i < n; ++i)
    if (const index k = key(i); k >= 0 && k < bins)
      detail::store(k, detail::combined(op, detail::load<T>(k, dests...), T(value(i))), dests...);
}

} // namespace soac::runtime
