// What one thread does for one element of an operation on whole arrays (soac/cuda/runtime/call_frame.hpp).
#pragma once

#include "soac/cuda/runtime/exact.hpp"
#include "soac/cuda/runtime/leaf.hpp"
#include "soac/cuda/runtime/thread.hpp"

namespace soac::cuda::detail {

template <class T, class V> struct fill_element {
  T *to;
  V value;
  __device__ void operator()(index i, thread &) const { to[i] = static_cast<T>(value); }
};
template <class T, class S> struct fill_element<T, dense<S, 0>> {
  T *to;
  dense<S, 0> value;
  __device__ void operator()(index i, thread &) const { to[i] = static_cast<T>(value()); }
};
template <class T> struct fill_from_row {
  T *to;
  const T *row;
  index size;
  __device__ void operator()(index i, thread &) const { to[i] = row[i % size]; }
};
template <class T> struct add_element {
  T *to;
  const T *from;
  __device__ void operator()(index i, thread &) const { to[i] += from[i]; }
};
template <class T, class V> struct add_scalar {
  T *to;
  V value;
  __device__ void operator()(index, thread &) const {
    if constexpr (requires { value(); })
      *to += static_cast<T>(value());
    else
      *to += static_cast<T>(value);
  }
};
struct iota_element {
  index *to;
  __device__ void operator()(index i, thread &) const { to[i] = i; }
};
template <class T, int R, int... Order> struct rearranged_element {
  dense<T, R> to;
  dense<const T, R> from;
  __device__ void operator()(index k, thread &) const {
    const int order[] = {Order...};
    index where[R] = {}, rest = k, at = 0;
    for (int d = R; d-- > 0;) {
      where[order[d]] = rest % to.extent(d);
      rest /= to.extent(d);
    }
    for (int d = 0; d < R; ++d)
      at = at * from.extent(d) + where[d];
    to.data()[k] = from.data()[at];
  }
};
template <class T> struct sliced_element {
  T *to;
  const T *from;
  index width, start, step;
  __device__ void operator()(index k, thread &) const { to[k] = from[(start + k / width * step) * width + k % width]; }
};
template <class T> struct rotated_element {
  T *to;
  const T *from;
  index width, rows, by;
  __device__ void operator()(index k, thread &) const {
    const index row = (k / width + by) % rows;
    to[k] = from[(row < 0 ? row + rows : row) * width + k % width];
  }
};
template <class T> struct scattered_element {
  T *to;
  const index *indices;
  const T *values;
  index width, rows;
  __device__ void operator()(index k, thread &) const {
    const index row = indices[k / width];
    if (row >= 0 && row < rows)
      to[row * width + k % width] = values[k];
  }
};
struct counted_index {
  const index *indices;
  unsigned *counts;
  index extent, *result;
  __device__ void operator()(index i, thread &) const {
    const index k = indices[i];
    if (k >= 0 && k < extent && atomicAdd(&counts[k], 1u) > 0)
      atomicMax(reinterpret_cast<long long *>(result), static_cast<long long>(k));
  }
};

/// The k-th number of a leaf of records (soac/cuda/runtime/leaf.hpp).
template <class Source, class T, int R> __device__ Source &number_of(const leaf_positions<Source, T, R> &leaf, index k) {
  char *at = leaf.base;
  for (int d = R; d-- > 0;) {
    at += k % leaf.extents[d] * leaf.strides[d];
    k /= leaf.extents[d];
  }
  return *reinterpret_cast<Source *>(at);
}
template <class Source, class T, int R> struct packed_element {
  leaf_positions<Source, T, R> from;
  T *to;
  __device__ void operator()(index k, thread &) const { to[k] = static_cast<T>(number_of(from, k)); }
};
template <class Source, class T, int R> struct unpacked_element {
  leaf_positions<Source, T, R> to;
  const T *from;
  __device__ void operator()(index k, thread &) const { number_of(to, k) = static_cast<Source>(from[k]); }
};

template <class T> struct rounded_element {
  T *to;
  typename exact_sum<T>::word *sums;
  __device__ void operator()(index k, thread &) const {
    auto *const sum = sums + k * exact_sum<T>::size;
    exact_sum<T>::add(sum, to[k]);
    to[k] = exact_sum<T>::rounded(sum);
  }
};

} // namespace soac::cuda::detail
