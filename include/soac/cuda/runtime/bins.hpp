// Values by key, by f.combine, in the order of the values; and sorted runs, which are merged.
#pragma once

#include "soac/cuda/runtime/kernels.hpp"

namespace soac::cuda {

/// keys[i], and `bins` for those out of range.
template <class F>
__global__ void bin_keys(F f, index n, index bins, index *keys, thread_memory memory, call_state state) {
  if (has_failed(state))
    return;
  thread self(memory, state, thread_number());
  for (index i = thread_number(); i < n; i += thread_count()) {
    const index key = f.key(i, self);
    keys[i] = key < 0 || key > bins ? bins : key;
  }
}
/// A thread for each bin takes its values in order; `order` sorts the keys.
template <class F>
__global__ void bin_values(F f, index n, index bins, const index *keys, const index *order, thread_memory memory,
                           call_state state) {
  if (has_failed(state))
    return;
  thread self(memory, state, thread_number());
  for (index bin = thread_number(); bin < bins; bin += thread_count()) {
    index low = 0, high = n;
    while (low < high) {
      const index middle = (low + high) / 2;
      if (keys[order[middle]] < bin)
        low = middle + 1;
      else
        high = middle;
    }
    if (low == n || keys[order[low]] != bin)
      continue;
    typename F::value sum = f.load(bin);
    for (; low < n && keys[order[low]] == bin; ++low)
      sum = f.combine(sum, f.element(order[low], self));
    f.store(bin, sum);
  }
}

/// Merges neighbouring sorted runs of length `width` of the permutation `from` into `to`: every element finds its place.
template <class Key>
__global__ void merge_runs(dense<const Key, 1> keys, const index *from, index *to, index n, index width, call_state state) {
  if (has_failed(state))
    return;
  for (index i = thread_number(); i < n; i += thread_count()) {
    const index pair = i / (2 * width) * (2 * width), second = pair + width;
    const bool is_first = i < second;
    const Key key = keys(from[i]);
    index low = is_first ? (second < n ? second : n) : pair, high = is_first ? (second + width < n ? second + width : n) : second;
    const index begin = low;
    while (low < high) {
      const index middle = (low + high) / 2;
      const Key other = keys(from[middle]);
      if (is_first ? other < key : !(key < other))
        low = middle + 1;
      else
        high = middle;
    }
    to[pair + (is_first ? i - pair : i - second) + (low - begin)] = from[i];
  }
}

} // namespace soac::cuda
