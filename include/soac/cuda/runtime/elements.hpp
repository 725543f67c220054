// Whole-array operations inside of a thread: soac/runtime/arrays.hpp for arrays whose elements may be apart. And additions
// to arrays that several threads add to.
#pragma once

#include "soac/cuda/runtime/exact.hpp"

namespace soac::cuda {

/// An element that several threads add to: by atomic operations, or exactly.
template <class T> struct atomic_element {
  T *pointer;
  unsigned long long *exact;
  __device__ void operator+=(T x) const {
    if (x == T(0))
      return;
    if constexpr (std::is_floating_point_v<T>)
      if (exact)
        return exact_sum<T>::add(exact, x);
    atomicAdd(pointer, x);
  }
};

/// The handle of an accumulator that several threads add to.
template <class T, int R> struct atomic_dense {
  dense<T, R> target;
  unsigned long long *exact; ///< of the first element; null where the order of the additions does not matter
  __device__ index extent(int d) const { return target.extent(d); }
  template <class... I> __device__ auto operator()(I... i) const {
    auto &&part = target(i...);
    if constexpr (sizeof...(I) == R)
      return atomic_element<T>{&part, exact_at(&part - target.data())};
    else
      return atomic_dense<T, R - static_cast<int>(sizeof...(I))>{part, exact_at(part.data() - target.data())};
  }
  __device__ atomic_element<T> at(index k) const { return {&element(target, k), exact_at(k)}; }

private:
  __device__ unsigned long long *exact_at(index k) const {
    if constexpr (std::is_floating_point_v<T>)
      return exact ? exact + k * exact_sum<T>::size : nullptr;
    else
      return nullptr;
  }
};

template <class To, class From> __device__ void copy(To &&to, const From &from) {
  const auto target = handle(to);
  const auto source = handle(from);
  const index n = source.size();
  for (index k = 0; k < n; ++k)
    element(target, k) = element(source, k);
}
template <class A, class B> __device__ bool same_shape(const A &a, const B &b) {
  const auto x = handle(a);
  const auto y = handle(b);
  bool same = true;
  for (int d = 0; d < x.rank; ++d)
    same = same && x.extent(d) == y.extent(d);
  return same || (x.size() == 0 && y.size() == 0);
}
template <class To, class T> __device__ void fill(To &&to, T value) {
  const auto target = handle(to);
  const index n = target.size();
  for (index k = 0; k < n; ++k)
    element(target, k) = value;
}
template <class To, class Row> __device__ void fill_rows(To &&to, const Row &row) {
  const auto target = handle(to);
  const auto source = handle(row);
  const index n = source.size(), all = target.size();
  for (index k = 0; k < all; ++k)
    element(target, k) = element(source, k % n);
}
template <class To, class From>
  requires requires(To &a) { handle(a); }
__device__ void add(To &&to, const From &from) {
  const auto target = handle(to);
  const auto source = handle(from);
  const index n = source.size();
  for (index k = 0; k < n; ++k)
    element(target, k) += element(source, k);
}
template <class T, int R, class From> __device__ void add(atomic_dense<T, R> to, const From &from) {
  const auto source = handle(from);
  const index n = source.size();
  for (index k = 0; k < n; ++k)
    to.at(k) += element(source, k);
}
template <class To> __device__ void iota(To &&to) {
  const index n = to.extent(0);
  for (index i = 0; i < n; ++i)
    to(i) = i;
}
/// Dimension d of `to` is dimension order[d] of `from`.
template <int... Order, class To, class From> __device__ void rearrange(To &&to, const From &from) {
  constexpr int rank = static_cast<int>(sizeof...(Order));
  const auto target = handle(to);
  const auto source = handle(from);
  const int order[] = {Order...};
  const index n = target.size();
  for (index k = 0; k < n; ++k) {
    index where[rank] = {}, rest = k;
    for (int d = rank; d-- > 0;) {
      where[order[d]] = rest % target.extent(d);
      rest /= target.extent(d);
    }
    index at = 0;
    for (int d = 0; d < rank; ++d)
      at = at * source.extent(d) + where[d];
    element(target, k) = element(source, at);
  }
}
/// The elements of one row of `a`.
template <class A> __device__ index row_size(const A &a) {
  index n = 1;
  for (int d = 1; d < a.rank; ++d)
    n *= a.extent(d);
  return n;
}
/// to[i] = from[start + i * step].
template <class To, class From> __device__ void slice(To &&to, const From &from, index start, index step) {
  const auto target = handle(to);
  const auto source = handle(from);
  const index width = row_size(target), n = target.size();
  for (index k = 0; k < n; ++k)
    element(target, k) = element(source, (start + k / width * step) * width + k % width);
}
/// to[i] = from[(i + by) mod n].
template <class To, class From> __device__ void rotate(To &&to, const From &from, index by) {
  const auto target = handle(to);
  const auto source = handle(from);
  const index width = row_size(target), rows = target.extent(0), n = target.size();
  for (index k = 0; k < n; ++k) {
    const index row = (k / width + by) % rows;
    element(target, k) = element(source, (row < 0 ? row + rows : row) * width + k % width);
  }
}
/// The rows of one array after another.
template <class To, class... From> __device__ void concat(To &&to, const From &...from) {
  index at = 0;
  const auto append = [&](const auto &part) {
    cuda::copy(to.rows(at, part.extent(0)), part);
    at += part.extent(0);
  };
  (append(from), ...);
}
/// to[indices[i]] = values[i]; indices out of range are ignored.
template <class To, class Indices, class Values>
__device__ void scatter(To &&to, const Indices &indices, const Values &values) {
  const auto target = handle(to);
  const auto source = handle(values);
  const auto where = handle(indices);
  const index width = row_size(target), n = where.extent(0), m = target.extent(0);
  for (index i = 0; i < n; ++i) {
    const index row = where(i);
    for (index k = 0; k < width && row >= 0 && row < m; ++k)
      element(target, row * width + k) = element(source, i * width + k);
  }
}

} // namespace soac::cuda
