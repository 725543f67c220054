// Whole-array operations of generated code: copies, fills, permutations, sums of rows.
#pragma once

#include "soac/repeated.hpp"
#include "soac/runtime/dense.hpp"
#include "soac/runtime/special.hpp"
#include "soac/runtime/workspace.hpp"

#include <cstring>

namespace soac::runtime {

/// to = from, of equal shape; the two may overlap.
template <class To, class From> SOAC_INLINE void copy(To &&to, const From &from) {
  const auto target = handle(to);
  const auto source = handle(from);
  if (target.data() != source.data() && source.size() > 0)
    std::memmove(target.data(), source.data(), static_cast<std::size_t>(source.size()) * sizeof(*source.data()));
}

/// Have the two the same extents? Arrays without elements have.
template <class A, class B> SOAC_INLINE bool same_shape(const A &a, const B &b) {
  const auto x = handle(a);
  const auto y = handle(b);
  bool same = true;
  for (int d = 0; d < x.rank; ++d)
    same = same && x.extent(d) == y.extent(d);
  return same || (x.size() == 0 && y.size() == 0);
}

/// Every element of `to` becomes `value`.
template <class To, class T> SOAC_INLINE void fill(To &&to, T value) {
  const auto target = handle(to);
  const index n = target.size();
  for (index i = 0; i < n; ++i)
    target.data()[i] = value;
}

/// Every row of `to` becomes the array `row`; `to` may have any number of outer dimensions.
template <class To, class Row> SOAC_INLINE void fill_rows(To &&to, const Row &row) {
  const auto target = handle(to);
  const auto source = handle(row);
  const index n = source.size(), all = target.size();
  for (index at = 0; at + n <= all && n > 0; at += n)
    std::memcpy(target.data() + at, source.data(), static_cast<std::size_t>(n) * sizeof(*source.data()));
}

/// to += from, element by element, of equal shape.
template <class To, class From>
  requires requires(To &a) { handle(a); }
SOAC_INLINE void add(To &&to, const From &from) {
  const auto target = handle(to);
  const auto source = handle(from);
  auto *const t = target.data();
  const auto *const s = source.data();
  const index n = source.size();
  for (index i = 0; i < n; ++i)
    t[i] += s[i];
}

/// to[i] = i.
template <class To> SOAC_INLINE void iota(To &&to) {
  const index n = to.extent(0);
  for (index i = 0; i < n; ++i)
    to(i) = i;
}

namespace detail {
/// to[i m + j] = from[j n + i], i < n, j < m, in blocks of which each cache line is read and written once.
template <class T> void transpose(T *to, const T *from, index n, index m) {
  constexpr index block = 16;
  for (index i = 0; i < n; i += block)
    for (index j = 0; j < m; j += block)
      for (index k = i; k < min(n, i + block); ++k)
        for (index l = j; l < min(m, j + block); ++l)
          to[k * m + l] = from[l * n + k];
}
/// For an order that goes around (2, 0, 1), where it begins; 0 for others.
template <int R> constexpr int turn(const int (&order)[R]) {
  for (int d = 0; d < R; ++d)
    if (order[d] != (order[0] + d) % R)
      return 0;
  return order[0];
}
template <int D, class To, class From, int R> void permute(To to, From from, const int (&order)[R], index (&at)[R]) {
  if constexpr (D == R) {
    index target = 0, source = 0, where[R];
    for (int d = 0; d < R; ++d) {
      target = target * to.extent(d) + at[d];
      where[order[d]] = at[d];
    }
    for (int d = 0; d < R; ++d)
      source = source * from.extent(d) + where[d];
    to.data()[target] = from.data()[source];
  } else {
    for (at[D] = 0; at[D] < to.extent(D); ++at[D])
      permute<D + 1>(to, from, order, at);
  }
}
} // namespace detail

/// Dimension d of `to` is dimension order[d] of `from`.
template <int... Order, class To, class From> void rearrange(To &&to, const From &from) {
  constexpr int rank = static_cast<int>(sizeof...(Order));
  const auto target = handle(to);
  const auto source = handle(from);
  constexpr int order[] = {Order...};
  if constexpr (constexpr int last = detail::turn(order); last > 0) { // a matrix of the dimensions behind, and of those in front
    index n = 1, m = 1;
    for (int d = 0; d < rank; ++d)
      (d < rank - last ? n : m) *= target.extent(d);
    detail::transpose(target.data(), source.data(), n, m);
    return;
  }
  index at[rank] = {};
  detail::permute<0>(target, source, order, at);
}

/// to[i] = from[start + i * step].
template <class To, class From> void slice(To &&to, const From &from, index start, index step) {
  const auto target = handle(to);
  const auto source = handle(from);
  for (index i = 0; i < target.extent(0); ++i)
    if constexpr (target.rank == 1)
      target(i) = source(start + i * step);
    else
      copy(target(i), source(start + i * step));
}

/// to[i] = from[(i + by) mod n].
template <class To, class From> void rotate(To &&to, const From &from, index by) {
  const auto target = handle(to);
  const auto source = handle(from);
  const index n = source.extent(0);
  if (n == 0)
    return;
  const index first = ((by % n) + n) % n;
  copy(target.rows(0, n - first), source.rows(first, n - first));
  copy(target.rows(n - first, first), source.rows(0, first));
}

/// The rows of one array after another.
template <class To, class... From> SOAC_INLINE void concat(To &&to, const From &...from) {
  index at = 0;
  const auto append = [&](const auto &part) {
    copy(to.rows(at, part.extent(0)), part);
    at += part.extent(0);
  };
  (append(from), ...);
}

/// (i + by) mod n for n > 0.
SOAC_INLINE index rotated(index i, index by, index n) {
  const index k = (i + by) % n;
  return k < 0 ? k + n : k;
}

/// An index in [0, extent) that occurs twice, or -1; -1 also where nothing is checked.
template <class Indices>
index repeated([[maybe_unused]] workspace &memory, [[maybe_unused]] const Indices &indices, [[maybe_unused]] index extent) {
#if SOAC_CHECKS
  const scope temporary(memory);
  return soac::detail::find_repeated(
      indices.extent(0), extent, [&](index i) { return indices(i); },
      [&](index slots) { return memory.template make<index>(slots).data(); });
#else
  return -1;
#endif
}

/// to[indices[i]] = values[i]; indices out of range are ignored.
template <class To, class Indices, class Values> void scatter(To &&to, const Indices &indices, const Values &values) {
  const auto target = handle(to);
  const auto source = handle(values);
  const index n = indices.extent(0), m = target.extent(0);
  for (index i = 0; i < n; ++i) {
    const index k = indices(i);
    if (k < 0 || k >= m)
      continue;
    if constexpr (target.rank == 1)
      target(k) = source(i);
    else
      copy(target(k), source(i));
  }
}

} // namespace soac::runtime
