// The stable order of keys: by merging runs of twice the length in each round, or digit by digit where keys are integers
// of few digits for their number. Memory comes from the workspace.
#pragma once

#include "soac/runtime/special.hpp"
#include "soac/runtime/workspace.hpp"

#include <algorithm>
#include <bit>

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

/// Of the two arrays the one that the result is in; the first holds the positions before.
template <class T> const index *sorted_by_merging(index *sorted, index *merged, const T *keys, index n) {
  constexpr index run = 16;
  for (index begin = 0; begin < n; begin += run)
    insert_sorted(sorted, keys, begin, min(begin + run, n));
  for (index width = run; width < n; width *= 2) {
    for (index begin = 0; begin < n; begin += 2 * width)
      merge_runs(merged, sorted, keys, begin, min(begin + width, n), min(begin + 2 * width, n));
    std::swap(sorted, merged);
  }
  return sorted;
}

/// The digits in which integers differ, counted from the least integer: as wide as the number of keys is worth, so that
/// bins that are no more than the keys (and 2048) are one digit.
struct digits {
  static constexpr int widest = 11;
  std::uint64_t least = 0;
  int width = 8, count = 0;

  template <class T> digits(const T *keys, index n) {
    if (n == 0)
      return;
    const auto [low, high] = std::minmax_element(keys, keys + n);
    least = static_cast<std::uint64_t>(*low);
    const int bits = std::bit_width(static_cast<std::uint64_t>(*high) - least);
    while (width < widest && index{2} << width <= n)
      ++width;
    count = (bits + width - 1) / width;
  }
  std::size_t values() const { return std::size_t{1} << width; }
  template <class T> std::size_t of(T key, int digit) const {
    return (static_cast<std::uint64_t>(key) - least) >> (width * digit) & (values() - 1);
  }
};

/// The same by a stable distribution for every digit, the last one first.
template <class T>
const index *sorted_by_digits(index *sorted, index *distributed, const T *keys, const digits &digits, index n) {
  index places[index{1} << detail::digits::widest];
  for (int d = 0; d < digits.count; ++d) {
    std::fill_n(places, digits.values(), index{0});
    for (index i = 0; i < n; ++i)
      ++places[digits.of(keys[i], d)];
    index before = 0;
    for (std::size_t digit = 0; digit < digits.values(); ++digit)
      places[digit] = std::exchange(before, before + places[digit]);
    for (index i = 0; i < n; ++i)
      distributed[places[digits.of(keys[sorted[i]], d)]++] = sorted[i];
    std::swap(sorted, distributed);
  }
  return sorted;
}

} // namespace detail

/// to = the permutation that puts `keys` in ascending order; equal keys stay in the order they have.
template <class To, class Keys> void argsort(workspace &memory, To &&to, const Keys &keys) {
  const auto source = handle(keys);
  const auto *const key = source.data();
  const index n = source.extent(0);
  const scope temporary(memory);
  index *const result = handle(to).data(), *const other = memory.template make<index>(n).data();
  for (index i = 0; i < n; ++i)
    result[i] = i;
  const index *sorted = nullptr;
  if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(*key)>>) {
    const detail::digits digits(key, n);
    sorted = 64 * digits.count <= n ? detail::sorted_by_digits(result, other, key, digits, n)
                                     : detail::sorted_by_merging(result, other, key, n);
  } else {
    sorted = detail::sorted_by_merging(result, other, key, n);
  }
  if (sorted != result)
    std::copy(sorted, sorted + n, result);
}

} // namespace soac::runtime
