// A copy of an array of unknown extent: it holds the elements that were touched, and those alone are ever read.
//
// Elements lie in pages of 64 that are found by their number in a hash table; one that is asked for the first time is
// read from the array below, which nobody changes while the overlay lives. Any index that the array below has is fine,
// negative ones too. Pages never move, so references to elements stay valid. All memory comes from the blocks of the
// workspace and goes back with the scope in which the overlay was made. One thread writes; `peek` is for several.
#pragma once

#include "soac/runtime/workspace.hpp"

#include <cstdint>
#include <type_traits>

namespace soac::runtime {

template <class Base> class overlay {
public:
  using element = std::remove_cvref_t<decltype(std::declval<const Base &>()(index()))>;
  static constexpr int rank = 1;

  overlay(workspace &w, const Base &below) : owner(w), kept(w.make_record()), base(below) {}
  overlay(const overlay &) = delete;
  overlay &operator=(const overlay &) = delete;

  element &operator()(index i) const {
    const index number = i >> shift;
    if (!recent || recent->number != number)
      recent = find(number);
    const index within = i & (width - 1);
    const std::uint64_t bit = std::uint64_t(1) << within;
    if (!(recent->present & bit)) {
      recent->elements[within] = base(i);
      recent->present |= bit;
    }
    return recent->elements[within];
  }

  /// The element as it is. Threads may ask at the same time while nobody writes.
  element peek(index i) const {
    if (!table)
      return base(i);
    const page *const p = place(i >> shift);
    const index within = i & (width - 1);
    return p && (p->present >> within & 1) ? p->elements[within] : base(i);
  }

private:
  static constexpr int shift = 6;
  static constexpr index width = index(1) << shift;
  struct page {
    index number;
    std::uint64_t present;
    element elements[width];
  };
  static constexpr int levels = 40; ///< block k has 2^k pages

  /// The place of page `number` in the table: where it is, or the empty one where it goes.
  page *&place(index number) const {
    std::uint64_t at = static_cast<std::uint64_t>(number) * 0x9e3779b97f4a7c15u;
    for (at >>= 64 - bits;; at = (at + 1) & ((std::uint64_t(1) << bits) - 1))
      if (!table[at] || table[at]->number == number)
        return table[at];
  }
  [[gnu::noinline]] page *find(index number) const {
    if (table)
      if (page *p = place(number))
        return p;
    if (2 * (count + 1) > (index(1) << bits) || !table)
      grow();
    page *&at = place(number);
    at = make(number);
    return at;
  }
  page *make(index number) const {
    int level = 0;
    while (((count + 1) >> (level + 1)) > 0)
      ++level;
    const index first = (index(1) << level) - 1; // pages in the blocks before
    if (!pages[level])
      pages[level] = take(sizeof(page) << level);
    page *p = static_cast<page *>(pages[level]) + (count - first);
    ++count;
    p->number = number;
    p->present = 0;
    return p;
  }
  void grow() const {
    page **const old = table;
    const index places = table ? index(1) << bits : 0;
    bits = table ? bits + 1 : 4;
    const std::size_t bytes = sizeof(page *) << bits;
    table = static_cast<page **>(take(bytes));
    std::memset(static_cast<void *>(table), 0, bytes);
    for (index k = 0; k < places; ++k)
      if (old[k])
        place(old[k]->number) = old[k];
  }

  void *take(std::size_t bytes) const {
    piece *const block = owner.acquire_block(bytes);
    block->next = kept->block;
    kept->block = block;
    return block->memory();
  }

  workspace &owner;
  workspace::record *kept;
  const Base &base;
  mutable void *pages[levels] = {};
  mutable page **table = nullptr;
  mutable page *recent = nullptr;
  mutable index count = 0;
  mutable int bits = 4;
};

} // namespace soac::runtime
