// Adjoints that only receive sums, of which several may be one object of the caller's. A sum is added in place; where
// it shares memory with an earlier one, or is no array of its own in memory, it begins with zeros and is added to the
// argument when the function ends. Zeros are not added: elements that nothing was added to stay as they are.
#pragma once

#include "soac/runtime/edges.hpp"
#include "soac/runtime/overlap.hpp"

#include <algorithm>

namespace soac::runtime {

/// Zeros of the shape of one leaf of `c`, as `pack` has it.
template <class T, int R, rows Rows = rows::equal, class C, class... Project>
dense<T, R> pack_zeros(workspace &w, C &c, Project... project) {
  dense<T, R> result;
  if (!detail::leaf_extents(c, result, project...) && Rows == rows::equal)
    detail::rows_differ();
  result.pointer = w.filled<T>(T(0), result.size()).data();
  return result;
}
/// Adds a leaf to that of `c`, which has its shape.
template <class A, class C, class... Project> void add_leaf(const A &from, C &c, Project... project) {
  const auto source = handle(from);
  auto shape = source;
  detail::leaf_extents(c, shape, project...);
  for (int d = 0; d < source.rank; ++d)
    if (shape.extent(d) != source.extent(d))
      detail::shape_mismatch<C>();
  const auto visit = [&](index i, auto &&leaf) {
    if (source.data()[i] != 0)
      leaf += static_cast<std::remove_cvref_t<decltype(leaf)>>(source.data()[i]);
  };
  detail::for_each_leaf(c, 0, source.extents, visit, project...);
}

/// A handle through which sums are added to the elements of `c`: on its memory where that is contiguous, of the very
/// element type and not shared with an earlier sum, else on zeros. `write_sums` ends it.
template <class T, int R, class C> dense<T, R> borrow_sums(workspace &w, C &c, bool is_shared) {
  if constexpr (requires { c.data(); })
    if constexpr (std::is_same_v<decltype(c.data()), T *>)
      if (!is_shared && detail::contiguous(c))
        return borrow_mutable<T, R>(w, c);
  return pack_zeros<T, R>(w, c, identity{});
}
template <class T, class A, class B, class C> void write_sums(const A &from, const B &borrowed, C &c) {
  if constexpr (requires { c.data(); })
    if (static_cast<const void *>(c.data()) == static_cast<const void *>(handle(borrowed).data()))
      return write_back<T>(from, c);
  add_leaf(from, c, identity{});
}

/// The same of a pointer, of which `part` may be shared.
template <class T> dense<T, 1> borrow_pointer_sums(workspace &w, T *p, argument_list::shared part) {
  if (part.count == 0)
    return borrow_pointer(p);
  const auto memory = w.make<T>(part.count);
  std::fill_n(memory.data(), part.count, T(0));
  return {memory.data() - part.first, 0};
}
template <class T, class A> void write_pointer_sums(const A &from, T *p, argument_list::shared part) {
  const auto source = handle(from);
  if (part.count == 0)
    return write_back_pointer<T>(from, p);
  const index first = source.size() > 0 ? 0 : part.first, count = source.size() > 0 ? source.size() : part.count;
  for (index i = first; i < first + count; ++i)
    if (source.data()[i] != T(0))
      p[i] += source.data()[i];
}

} // namespace soac::runtime
