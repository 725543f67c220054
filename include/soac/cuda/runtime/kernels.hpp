// The kernels of generated code: each runs a function object for every index, in one thread or in a thread per index.
//
//   map       f(i, thread) for all i < n
//   reduce    f(i, thread, partial&...) for all i < n; the partial results are combined in an order that n alone decides
//   segments  the same for each of many: f(segment, i, thread, partial&...), then f.finish(segment, thread, result...); their sizes
//             decide how many threads have one
//   in order  the same by an operator of the user's: f.element(i, thread, value&...), f.combine(a&..., b...); each thread has a
//             part of the elements that follow each other, and parts are combined with their neighbours
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

/// Part `part` of `parts` of n elements.
struct part {
  index begin, end;
  __device__ part(index n, index number, index count) : begin(n * number / count), end(n * (number + 1) / count) {}
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
