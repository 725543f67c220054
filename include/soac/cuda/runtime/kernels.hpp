// The kernels of generated code: each runs a function object for every index, in one thread or in a thread per index.
//
//   map       f(i, thread) for all i < n
//   reduce    f(i, thread, partial&...) for all i < n; the partial results are combined in an order that n alone decides
//   segments  the same for each of many: f(segment, i, thread, partial&...), then f.finish(segment, thread, result...)
//   scan      all prefixes by f.combine, of any associative operator, in order
//   bins      values by key, by f.combine, in the order of the values
#pragma once

#include "soac/cuda/runtime/elements.hpp"
#include "soac/runtime/operators.hpp"

#include <utility>

namespace soac::cuda {

inline constexpr unsigned block_threads = 128;

/// Several numbers: what tuples are on the host.
template <class... T> struct pack;
template <class T> struct pack<T> {
  T first;
};
template <class T, class... Rest> struct pack<T, Rest...> {
  T first;
  pack<Rest...> rest;
};
template <int K, class P> __device__ __host__ auto &get(P &p) {
  if constexpr (K == 0)
    return p.first;
  else
    return get<K - 1>(p.rest);
}
template <class T> __device__ __host__ pack<T> packed(T x) { return {x}; }
template <class T, class... Rest>
  requires(sizeof...(Rest) > 0)
__device__ __host__ pack<T, Rest...> packed(T x, Rest... rest) {
  return {x, packed(rest...)};
}

/// Memory that the threads of a block share. Under test every access is seen.
template <class T, int N> struct shared_array {
  T elements[N];
  __device__ T read(unsigned k) const {
#if defined(SOAC_CUDA_SHIM)
    shim::shared_read(&elements[k], sizeof(T));
#endif
    return elements[k];
  }
  __device__ void write(unsigned k, T x) {
#if defined(SOAC_CUDA_SHIM)
    shim::shared_write(&elements[k], sizeof(T));
#endif
    elements[k] = x;
  }
};

__device__ inline index thread_number() { return static_cast<index>(blockIdx.x) * blockDim.x + threadIdx.x; }
__device__ inline index thread_count() { return static_cast<index>(gridDim.x) * blockDim.x; }

template <class F> __global__ void single_kernel(F f, thread_memory memory, call_state state) {
  if (has_failed(state))
    return;
  thread self(memory, state, 0);
  f(self);
}

template <class F> __global__ void map_kernel(F f, index n, thread_memory memory, call_state state) {
  if (has_failed(state))
    return;
  const index number = thread_number(), step = thread_count();
  thread self(memory, state, number);
  for (index i = number; i < n; i += step) {
    const thread_scope iteration(self);
    f(i, self);
  }
}

namespace detail {

/// combine<Op...>(a, b): a = a op b, component by component.
template <class Op, class... Rest, class P> __device__ void combine(P &a, const P &b) {
  a.first = Op::apply(a.first, b.first);
  if constexpr (sizeof...(Rest) > 0)
    combine<Rest...>(a.rest, b.rest);
}
template <class Op, class... Rest, class P> __device__ P units(const P &neutral) {
  P result = neutral;
  result.first = Op::unit(neutral.first);
  if constexpr (sizeof...(Rest) > 0)
    result.rest = units<Rest...>(neutral.rest);
  return result;
}
template <class F, class P, std::size_t... K>
__device__ void iterate(const F &f, index i, thread &self, P &partial, std::index_sequence<K...>) {
  f(i, self, get<static_cast<int>(K)>(partial)...);
}
template <class... Op, class P> __device__ void combine_block(P &mine, P *result) {
  if (blockDim.x == 1) {
    *result = mine;
    return;
  }
  __shared__ shared_array<P, block_threads> partials;
  partials.write(threadIdx.x, mine);
  __syncthreads();
  for (unsigned half = block_threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      P sum = partials.read(threadIdx.x);
      combine<Op...>(sum, partials.read(threadIdx.x + half));
      partials.write(threadIdx.x, sum);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    const P all = partials.read(0);
    *result = all;
  }
}
template <class P, class... T, std::size_t... K>
__device__ void store(const P &from, std::index_sequence<K...>, T *...to) {
  ((*to = get<static_cast<int>(K)>(from)), ...);
}

} // namespace detail

template <class... Op> struct operators {
  static constexpr std::size_t count = sizeof...(Op);
  template <class P> static __device__ P units(const P &neutral) { return detail::units<Op...>(neutral); }
  template <class P> static __device__ void combine(P &a, const P &b) { detail::combine<Op...>(a, b); }
  template <class P> static __device__ void combine_block(P &mine, P *result) { detail::combine_block<Op...>(mine, result); }
};

/// Every block combines what its threads have; the partial results of the blocks go on.
template <class Op, class P, class F>
__global__ void reduce_blocks(F f, index n, P neutral, P *partials, thread_memory memory, call_state state) {
  if (has_failed(state))
    n = 0; // all threads reach the barriers
  const index number = thread_number(), step = thread_count();
  thread self(memory, state, number);
  P mine = Op::units(neutral);
  for (index i = number; i < n; i += step) {
    const thread_scope iteration(self);
    detail::iterate(f, i, self, mine, std::make_index_sequence<Op::count>{});
  }
  Op::combine_block(mine, &partials[blockIdx.x]);
}
/// One block: the partial results of all blocks, and the neutral elements.
template <class Op, class P, class... T>
__global__ void reduce_last(P neutral, const P *partials, index count, call_state state, T *...results) {
  if (has_failed(state))
    count = 0;
  P mine = Op::units(neutral);
  for (index k = threadIdx.x; k < count; k += block_threads)
    Op::combine(mine, partials[k]);
  P sum = mine;
  Op::combine_block(mine, &sum);
  if (threadIdx.x == 0) {
    Op::combine(neutral, sum);
    detail::store(neutral, std::make_index_sequence<Op::count>{}, results...);
  }
}

namespace detail {

/// The combined values of the `lanes` neighbouring threads of each segment, in the first of them. All threads of the block
/// come here.
template <class Op, class P> __device__ void combine_lanes(P &mine, unsigned lanes) {
  if (lanes == 1)
    return;
  __shared__ shared_array<P, block_threads> partials;
  const unsigned lane = threadIdx.x % lanes;
  partials.write(threadIdx.x, mine);
  __syncthreads();
  for (unsigned half = lanes / 2; half > 0; half /= 2) {
    if (lane < half) {
      P sum = partials.read(threadIdx.x);
      Op::combine(sum, partials.read(threadIdx.x + half));
      partials.write(threadIdx.x, sum);
    }
    __syncthreads();
  }
  if (lane == 0)
    mine = partials.read(threadIdx.x);
}
template <class F, class P, std::size_t... K>
__device__ void iterate(const F &f, index segment, index i, thread &self, P &partial, std::index_sequence<K...>) {
  f(segment, i, self, get<static_cast<int>(K)>(partial)...);
}
template <class F, class P, std::size_t... K>
__device__ void finish(const F &f, index segment, thread &self, const P &result, std::index_sequence<K...>) {
  f.finish(segment, self, get<static_cast<int>(K)>(result)...);
}

} // namespace detail

/// `lanes` threads, a power of two, for each segment: thread number k of them has the elements k, k + lanes, ..
template <class Op, class P, class F>
__global__ void reduce_each(F f, index segments, index length, unsigned lanes, P neutral, thread_memory memory, call_state state) {
  if (has_failed(state))
    segments = 0; // all threads of a block reach the same barriers
  thread self(memory, state, thread_number());
  const index at_once = blockDim.x / lanes, own = threadIdx.x / lanes;
  for (index first = blockIdx.x * at_once; first < segments; first += gridDim.x * at_once) {
    const index segment = first + own;
    P mine = Op::units(neutral);
    if (segment < segments)
      for (index i = threadIdx.x % lanes; i < length; i += lanes) {
        const thread_scope iteration(self);
        detail::iterate(f, segment, i, self, mine, std::make_index_sequence<Op::count>{});
      }
    detail::combine_lanes<Op>(mine, lanes);
    if (segment < segments && threadIdx.x % lanes == 0) {
      P result = neutral;
      Op::combine(result, mine);
      const thread_scope end(self);
      detail::finish(f, segment, self, result, std::make_index_sequence<Op::count>{});
    }
  }
}

/// Part `part` of `parts` of n elements.
struct part {
  index begin, end;
  __device__ part(index n, index number, index count) : begin(n * number / count), end(n * (number + 1) / count) {}
};

/// The sums of parts of the elements.
template <class F>
__global__ void scan_parts(F f, index n, index parts, typename F::value *sums, thread_memory memory, call_state state) {
  const index number = thread_number();
  if (has_failed(state) || number >= parts)
    return;
  thread self(memory, state, number);
  const part own(n, number, parts);
  typename F::value sum = f.element(own.begin, self);
  for (index i = own.begin + 1; i < own.end; ++i)
    sum = f.combine(sum, f.element(i, self));
  sums[number] = sum;
}
/// What is before each part, beginning with the neutral element.
template <class F>
__global__ void scan_sums(F f, index parts, typename F::value neutral, typename F::value *sums, call_state state) {
  if (has_failed(state))
    return;
  for (index k = 0; k < parts; ++k) {
    const typename F::value own = sums[k];
    sums[k] = neutral;
    neutral = f.combine(neutral, own);
  }
}
template <class F>
__global__ void scan_results(F f, index n, index parts, const typename F::value *sums, thread_memory memory, call_state state) {
  const index number = thread_number();
  if (has_failed(state) || number >= parts)
    return;
  thread self(memory, state, number);
  const part own(n, number, parts);
  typename F::value sum = sums[number];
  for (index i = own.begin; i < own.end; ++i) {
    sum = f.combine(sum, f.element(i, self));
    f.store(i, sum);
  }
}

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
