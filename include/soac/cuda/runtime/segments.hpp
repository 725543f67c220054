// Sums of each of many segments: f(segment, i, thread, partial&...), then f.finish(segment, thread, result...); their sizes decide how
// many threads have one.
#pragma once

#include "soac/cuda/runtime/kernels.hpp"

namespace soac::cuda {

namespace detail {

template <class F, class P, std::size_t... K>
__device__ void iterate(const F &f, index segment, index i, thread &self, P &partial, std::index_sequence<K...>) {
  f(segment, i, self, get<static_cast<int>(K)>(partial)...);
}
template <class F, class P, std::size_t... K>
__device__ void finish(const F &f, index segment, thread &self, const P &result, std::index_sequence<K...>) {
  f.finish(segment, self, get<static_cast<int>(K)>(result)...);
}

} // namespace detail

/// Which numbers lie side by side: those of a segment, or of neighbouring segments.
enum class reads : bool { rows, columns };

/// How threads share segments. Each segment is cut in `parts`, each for `lanes` threads of one block, both powers of two; threads side by
/// side read numbers side by side.
struct sharing {
  unsigned lanes;
  index parts;
  reads order;

  /// So many blocks have work for all threads.
  __host__ __device__ index tiles(index segments, index threads) const { return (segments * lanes + threads - 1) / threads * parts; }
  /// Of a tile, which is one part of neighbouring segments.
  __device__ index part_of(index tile) const { return tile % parts; }
  __device__ index segment_of(index tile) const {
    return tile / parts * (blockDim.x / lanes) + (order == reads::columns ? threadIdx.x % step() : threadIdx.x / lanes);
  }
  __device__ unsigned lane() const { return order == reads::columns ? threadIdx.x / step() : threadIdx.x % lanes; }
  __device__ unsigned step() const { return order == reads::columns ? blockDim.x / lanes : 1; } ///< between the threads of a segment
};

/// The sums of the parts, or f.finish where each segment is one.
template <class Op, class P, class F>
__global__ void reduce_each(F f, index segments, index length, sharing by, P neutral, P *partials, thread_memory memory, call_state state) {
  const bool runs = !has_failed(state); // else, too, all threads of a block reach the same barriers
  thread self(memory, state, thread_number());
  for (index tile = blockIdx.x; tile < by.tiles(segments, blockDim.x); tile += gridDim.x) {
    const index segment = by.segment_of(tile);
    const bool is_one = runs && segment < segments;
    P mine = Op::units(neutral);
    if (is_one) {
      const part own(length, by.part_of(tile), by.parts);
      for (index i = own.begin + by.lane(); i < own.end; i += by.lanes) {
        const thread_scope iteration(self);
        detail::iterate(f, segment, i, self, mine, std::make_index_sequence<Op::count>{});
      }
    }
    detail::combine_lanes<Op>(mine, by.lane(), by.lanes, by.step());
    if (!is_one || by.lane() != 0)
      continue;
    if (by.parts > 1) {
      partials[segment * by.parts + by.part_of(tile)] = mine;
    } else {
      P result = neutral;
      Op::combine(result, mine);
      const thread_scope end(self);
      detail::finish(f, segment, self, result, std::make_index_sequence<Op::count>{});
    }
  }
}
/// Combines the parts of each segment, in order.
template <class Op, class P, class F>
__global__ void finish_each(F f, index segments, index parts, P neutral, const P *partials, thread_memory memory, call_state state) {
  if (has_failed(state))
    return;
  thread self(memory, state, thread_number());
  for (index segment = thread_number(); segment < segments; segment += thread_count()) {
    P mine = partials[segment * parts];
    for (index k = 1; k < parts; ++k)
      Op::combine(mine, partials[segment * parts + k]);
    P result = neutral;
    Op::combine(result, mine);
    const thread_scope end(self);
    detail::finish(f, segment, self, result, std::make_index_sequence<Op::count>{});
  }
}

} // namespace soac::cuda
