// Reductions by an operator of the user's, of a whole and of segments: f.element(i, thread, value&...), f.combine(a&..., b...); each thread
// has a part of the elements that follow each other, and parts are combined with their neighbours.
#pragma once

#include "soac/cuda/runtime/segments.hpp"

namespace soac::cuda {

namespace detail {

template <class F, class P, std::size_t... K>
__device__ void element(const F &f, index i, thread &self, P &value, std::index_sequence<K...>) {
  f.element(i, self, get<static_cast<int>(K)>(value)...);
}
template <class F, class P, std::size_t... K>
__device__ void element(const F &f, index segment, index i, thread &self, P &value, std::index_sequence<K...>) {
  f.element(segment, i, self, get<static_cast<int>(K)>(value)...);
}
template <class F, class P, std::size_t... K>
__device__ void append(const F &f, P &all, const P &next, std::index_sequence<K...>) {
  f.combine(get<static_cast<int>(K)>(all)..., get<static_cast<int>(K)>(next)...);
}

/// The elements begin .. end - 1, of which there is one at least. `at`: of a segment, or none.
template <class F, class P, class... At> __device__ void take_in_order(const F &f, index begin, index end, thread &self, P &mine, At... at) {
  constexpr auto all = std::make_index_sequence<P::count>{};
  for (index i = begin; i < end; ++i) {
    const thread_scope iteration(self);
    P next;
    element(f, at..., i, self, next, all);
    if (i == begin)
      mine = next;
    else
      append(f, mine, next, all);
  }
}

/// Combines what the first `count` of the `lanes` threads of each segment have, `step` apart, in order, in the first of them. All
/// threads of the block come here.
template <class F, class P>
__device__ void combine_in_order(const F &f, P &mine, unsigned lane, unsigned lanes, unsigned step, unsigned count) {
  if (lanes == 1)
    return;
  __shared__ shared_array<P, block_threads> partials;
  partials.write(threadIdx.x, mine);
  __syncthreads();
  for (unsigned next = 1; next < lanes; next *= 2) {
    if (lane % (2 * next) == 0 && lane + next < count) {
      append(f, mine, partials.read(threadIdx.x + next * step), std::make_index_sequence<P::count>{});
      partials.write(threadIdx.x, mine);
    }
    __syncthreads();
  }
}

} // namespace detail

/// Every block combines what its threads have, of `parts` in all.
template <class F, class P>
__global__ void reduce_parts(F f, index n, index parts, P *partials, thread_memory memory, call_state state) {
  if (has_failed(state))
    parts = 0; // all threads reach the barriers
  const index number = thread_number(), before = static_cast<index>(blockIdx.x) * blockDim.x;
  thread self(memory, state, number);
  P mine{};
  if (number < parts) {
    const part own(n, number, parts);
    detail::take_in_order(f, own.begin, own.end, self, mine);
  }
  const index count = parts - before < blockDim.x ? parts - before : blockDim.x;
  detail::combine_in_order(f, mine, threadIdx.x, blockDim.x, 1, count < 0 ? 0u : static_cast<unsigned>(count));
  if (threadIdx.x == 0 && before < parts)
    partials[blockIdx.x] = mine;
}
/// One block: what the results begin with, and the parts of all blocks.
template <class F, class P, class... T>
__global__ void append_parts(F f, const P *partials, index count, call_state state, T *...results) {
  if (has_failed(state))
    count = 0;
  constexpr auto all = std::make_index_sequence<P::count>{};
  const index threads = count < block_threads ? count : block_threads;
  P mine{};
  if (threadIdx.x < threads) {
    const part own(count, threadIdx.x, threads);
    mine = partials[own.begin];
    for (index k = own.begin + 1; k < own.end; ++k) {
      const P next = partials[k];
      detail::append(f, mine, next, all);
    }
  }
  detail::combine_in_order(f, mine, threadIdx.x, blockDim.x, 1, static_cast<unsigned>(threads));
  if (threadIdx.x == 0 && count > 0) {
    P sum(*results...);
    detail::append(f, sum, mine, all);
    detail::store(sum, all, results...);
  }
}

/// The same as `reduce_each` in order: each thread has elements that follow each other, one at least where there are several threads.
template <class F, class P>
__global__ void reduce_each_in_order(F f, index segments, index length, sharing by, P neutral, P *partials, thread_memory memory,
                                     call_state state) {
  const bool runs = !has_failed(state); // else, too, all threads of a block reach the same barriers
  thread self(memory, state, thread_number());
  constexpr auto all = std::make_index_sequence<P::count>{};
  for (index tile = blockIdx.x; tile < by.tiles(segments, blockDim.x); tile += gridDim.x) {
    const index segment = by.segment_of(tile), number = by.part_of(tile);
    const bool is_one = runs && segment < segments;
    P mine{};
    if (is_one) {
      const part own(length, number * by.lanes + by.lane(), by.parts * by.lanes);
      detail::take_in_order(f, own.begin, own.end, self, mine, segment);
    }
    detail::combine_in_order(f, mine, by.lane(), by.lanes, by.step(), by.lanes);
    if (!is_one || by.lane() != 0)
      continue;
    if (by.parts > 1) {
      partials[segment * by.parts + number] = mine;
    } else {
      P result = neutral;
      if (length > 0)
        detail::append(f, result, mine, all);
      const thread_scope end(self);
      detail::finish(f, segment, self, result, all);
    }
  }
}
template <class F, class P>
__global__ void finish_each_in_order(F f, index segments, index parts, P neutral, const P *partials, thread_memory memory, call_state state) {
  if (has_failed(state))
    return;
  thread self(memory, state, thread_number());
  constexpr auto all = std::make_index_sequence<P::count>{};
  for (index segment = thread_number(); segment < segments; segment += thread_count()) {
    P result = neutral;
    for (index k = 0; k < parts; ++k) {
      const P next = partials[segment * parts + k];
      detail::append(f, result, next, all);
    }
    const thread_scope end(self);
    detail::finish(f, segment, self, result, all);
  }
}

} // namespace soac::cuda
