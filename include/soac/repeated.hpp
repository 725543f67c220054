// Does an index occur twice? Work and memory proportional to the number of indices, not to what they point into.
#pragma once

#include "soac/names.hpp"

#include <bit>

namespace soac::detail {

/// Slots of the table that `find_repeated` needs for n indices.
constexpr index repeated_slots(index n) {
  return static_cast<index>(std::bit_ceil(static_cast<std::uint64_t>(2 * n + 1)));
}

/// The first of `at(0)`, .., `at(n - 1)` that lies in [0, extent) and occurred before, or -1. Indices that ascend or
/// descend are found different by one pass; else they go into a hash table with open addressing, which `make_table`
/// hands out: a pointer to repeated_slots(n) of them.
template <class At, class MakeTable> index find_repeated(index n, index extent, const At &at, const MakeTable &make_table) {
  index ascents = 0, descents = 0;
  for (index i = 1; i < n; ++i) {
    const auto before = static_cast<index>(at(i - 1)), now = static_cast<index>(at(i));
    ascents += before < now;
    descents += before > now;
  }
  if (n < 2 || ascents == n - 1 || descents == n - 1)
    return -1;
  const index slots = repeated_slots(n);
  index *const table = make_table(slots);
  for (index s = 0; s < slots; ++s)
    table[s] = -1;
  const int shift = 64 - std::countr_zero(static_cast<std::uint64_t>(slots));
  for (index i = 0; i < n; ++i) {
    const auto k = static_cast<index>(at(i));
    if (k < 0 || k >= extent)
      continue;
    auto s = static_cast<index>((static_cast<std::uint64_t>(k) * 0x9e3779b97f4a7c15u) >> shift);
    for (; table[s] != -1; s = (s + 1) & (slots - 1))
      if (table[s] == k)
        return k;
    table[s] = k;
  }
  return -1;
}

} // namespace soac::detail
