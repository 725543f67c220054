// The stable order of keys, by merging runs of twice the length in each round. Memory comes from the workspace.
#pragma once

#include "soac/runtime/workspace.hpp"

namespace soac::runtime {

namespace detail {

/// Sorts the positions in [begin, end) of `order` by insertion.
template <class T> void insert_sorted(index *order, const T *keys, index begin, index end) {
  for (index i = begin + 1; i < end; ++i) {
    const index moved = order[i];
    index j = i;
    for (; j > begin && keys[moved] < keys[order[j - 1]]; --j)
      order[j] = order[j - 1];
    order[j] = moved;
  }
}

/// Merges the sorted runs [begin, middle) and [middle, end) of `from` into `to`; the first goes first among equals.
template <class T>
void merge_runs(index *to, const index *from, const T *keys, index begin, index middle, index end) {
  index i = begin, j = middle;
  for (index k = begin; k < end; ++k)
    to[k] = i < middle && (j == end || !(keys[from[j]] < keys[from[i]])) ? from[i++] : from[j++];
}

} // namespace detail

/// to = the permutation that puts `keys` in ascending order; equal keys stay in the order they have.
template <class To, class Keys> void argsort(workspace &memory, To &&to, const Keys &keys) {
  constexpr index run = 16;
  const auto source = handle(keys);
  const auto *const key = source.data();
  const index n = source.extent(0);
  const scope temporary(memory);
  index *sorted = handle(to).data(), *const result = sorted, *merged = memory.template make<index>(n).data();
  for (index i = 0; i < n; ++i)
    sorted[i] = i;
  for (index begin = 0; begin < n; begin += run)
    detail::insert_sorted(sorted, key, begin, min(begin + run, n));
  for (index width = run; width < n; width *= 2) {
    for (index begin = 0; begin < n; begin += 2 * width)
      detail::merge_runs(merged, sorted, key, begin, min(begin + width, n), min(begin + 2 * width, n));
    std::swap(sorted, merged);
  }
  if (sorted != result)
    std::copy(sorted, sorted + n, result);
}

} // namespace soac::runtime
