// All prefixes by f.combine, of any associative operator, in order.
#pragma once

#include "soac/cuda/runtime/kernels.hpp"

namespace soac::cuda {

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
/// What is before each part, beginning with the neutral element. One block: its threads have neighbouring parts.
template <class F>
__global__ void scan_sums(F f, index parts, typename F::value neutral, typename F::value *sums, call_state state) {
  using P = typename F::value;
  if (has_failed(state))
    parts = 0; // all threads reach the barriers
  const index threads = parts < block_threads ? parts : block_threads;
  const part own(parts, threadIdx.x, threads > 0 ? threads : 1);
  const bool has_parts = threadIdx.x < threads;
  __shared__ shared_array<P, block_threads> before;
  if (has_parts) {
    P sum = sums[own.begin];
    for (index k = own.begin + 1; k < own.end; ++k)
      sum = f.combine(sum, sums[k]);
    before.write(threadIdx.x, sum);
  }
  __syncthreads();
  if (threadIdx.x == 0)
    for (unsigned k = 0; k < threads; ++k) {
      const P sum = before.read(k);
      before.write(k, neutral);
      neutral = f.combine(neutral, sum);
    }
  __syncthreads();
  if (has_parts) {
    P sum = before.read(threadIdx.x);
    for (index k = own.begin; k < own.end; ++k) {
      const P next = sums[k];
      sums[k] = sum;
      sum = f.combine(sum, next);
    }
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

} // namespace soac::cuda
