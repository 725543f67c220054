// The kernels of generated code: each runs a function object for every index, in one thread or in a thread per index.
//
//   map       f(i, thread) for all i < n
//   reduce    f(i, thread, partial&...) for all i < n; the partial results are combined in an order that n alone decides
//
// Others are in copies.hpp, segments.hpp, in_order.hpp, scans.hpp and bins.hpp.
#pragma once

#include "soac/cuda/runtime/elements.hpp"
#include "soac/runtime/operators.hpp"

#include <utility>

namespace soac::cuda {

inline constexpr unsigned block_threads = 128;

/// Part `part` of `parts` of n elements.
struct part {
  index begin, end;
  __device__ part(index n, index number, index count) : begin(n * number / count), end(n * (number + 1) / count) {}
};

/// Several numbers: what tuples are on the host.
template <class... T> struct pack;
template <class T> struct pack<T> {
  static constexpr std::size_t count = 1;
  T first;

  pack() = default;
  __device__ __host__ pack(T x) : first(x) {}
};
template <class T, class... Rest> struct pack<T, Rest...> {
  static constexpr std::size_t count = 1 + sizeof...(Rest);
  T first;
  pack<Rest...> rest;

  pack() = default;
  __device__ __host__ pack(T x, Rest... others) : first(x), rest(others...) {}
};
template <int K, class P> __device__ __host__ auto &get(P &p) {
  if constexpr (K == 0)
    return p.first;
  else
    return get<K - 1>(p.rest);
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
template <class P, class... T, std::size_t... K>
__device__ void store(const P &from, std::index_sequence<K...>, T *...to) {
  ((*to = get<static_cast<int>(K)>(from)), ...);
}

} // namespace detail

template <class... Op> struct operators {
  static constexpr std::size_t count = sizeof...(Op);
  template <class P> static __device__ P units(const P &neutral) { return detail::units<Op...>(neutral); }
  template <class P> static __device__ void combine(P &a, const P &b) { detail::combine<Op...>(a, b); }
};

namespace detail {

/// The combined values of the `lanes` threads of each segment, `step` apart, in the first of them. All threads of the block come
/// here.
template <class Op, class P> __device__ void combine_lanes(P &mine, unsigned lane, unsigned lanes, unsigned step) {
  if (lanes == 1)
    return;
  __shared__ shared_array<P, block_threads> partials;
  partials.write(threadIdx.x, mine);
  __syncthreads();
  for (unsigned half = lanes / 2; half > 0; half /= 2) {
    if (lane < half) {
      P sum = partials.read(threadIdx.x);
      Op::combine(sum, partials.read(threadIdx.x + half * step));
      partials.write(threadIdx.x, sum);
    }
    __syncthreads();
  }
  if (lane == 0)
    mine = partials.read(threadIdx.x);
}

} // namespace detail

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
  detail::combine_lanes<Op>(mine, threadIdx.x, blockDim.x, 1);
  if (threadIdx.x == 0)
    partials[blockIdx.x] = mine;
}
/// One block: the partial results of all blocks, and the neutral elements.
template <class Op, class P, class... T>
__global__ void reduce_last(P neutral, const P *partials, index count, call_state state, T *...results) {
  if (has_failed(state))
    count = 0;
  P mine = Op::units(neutral);
  for (index k = threadIdx.x; k < count; k += block_threads)
    Op::combine(mine, partials[k]);
  detail::combine_lanes<Op>(mine, threadIdx.x, blockDim.x, 1);
  if (threadIdx.x == 0) {
    Op::combine(neutral, mine);
    detail::store(neutral, std::make_index_sequence<Op::count>{}, results...);
  }
}

} // namespace soac::cuda
