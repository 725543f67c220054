// Maps whose threads all add to a few elements: each block adds to copies in its own memory, and at its end these to the elements
// (T. Henriksen, S. Hellfritzsch, P. Sadayappan, C. Oancea, "Compiling generalized histograms for GPU", SC 2020, section 4).
#pragma once

#include "soac/cuda/runtime/kernels.hpp"

namespace soac::cuda {

/// Of all copies of a block: as many blocks run at once as without.
inline constexpr index copied_bytes = 8192;

namespace detail {

/// What the copies of n elements take, in words of eight bytes.
template <class T> __host__ __device__ index words_of(index n) { return (n * static_cast<index>(sizeof(T)) + 7) / 8; }

/// Counts what copies take, in words of eight bytes.
struct size_of_copies {
  index words = 0, elements = 0;
  bool are_plain = true; ///< not for sums that are exact
  template <class T, int R> __host__ __device__ void operator()(const atomic_dense<T, R> &sum) {
    elements += sum.target.size();
    words += words_of<T>(sum.target.size());
    are_plain = are_plain && !sum.exact;
  }
};
/// Makes handles of the elements those of their copies.
struct to_copies {
  double *memory;
  template <class T, int R> __device__ void operator()(atomic_dense<T, R> &sum) {
    sum.target.pointer = reinterpret_cast<T *>(memory);
    memory += words_of<T>(sum.target.size());
  }
};
/// Adds the copies to the elements.
struct from_copies {
  const double *memory;
  template <class T, int R> __device__ void operator()(const atomic_dense<T, R> &sum) {
    const T *const copy = reinterpret_cast<const T *>(memory);
    const index n = sum.target.size();
    for (index k = threadIdx.x; k < n; k += blockDim.x)
      sum.at(k) += copy[k];
    memory += words_of<T>(n);
  }
};

} // namespace detail

/// Does generated code list what the threads add to?
template <class F> concept has_sums = requires(F f, detail::size_of_copies size) { f.sums(size); };

/// Is it less work to add up the copies of `grid` blocks than to add each of n threads' terms?
template <class F> bool wants_copies(F f, index n, index grid) {
  detail::size_of_copies size;
  f.sums(size);
  return size.are_plain && size.words * 8 <= copied_bytes && 4 * grid * size.elements <= n;
}

template <class F> __global__ void map_with_copies(F f, index n, thread_memory memory, call_state state) {
  __shared__ shared_array<double, copied_bytes / 8> copies;
  detail::size_of_copies size;
  f.sums(size);
  for (unsigned k = threadIdx.x; k < size.words; k += blockDim.x)
    copies.write(k, 0.0);
  __syncthreads();
  F own = f;
  own.sums(detail::to_copies{copies.elements});
  const index number = thread_number(), step = thread_count();
  thread self(memory, state, number);
  if (has_failed(state))
    n = 0; // all threads reach the barriers
  for (index i = number; i < n; i += step) {
    const thread_scope iteration(self);
    own(i, self);
  }
  __syncthreads();
  f.sums(detail::from_copies{copies.elements});
}

} // namespace soac::cuda
