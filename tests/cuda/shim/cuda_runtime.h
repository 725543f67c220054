// The part of CUDA's language that the library uses, as ordinary C++. See shim.hpp.
#pragma once

#include "cuda_runtime_api.h"

#define __global__
#define __device__
#define __host__
#define __shared__ static

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned width = 1, unsigned height = 1, unsigned depth = 1) : x(width), y(height), z(depth) {}
};
extern dim3 threadIdx, blockIdx, blockDim, gridDim;

struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  std::size_t dynamicSmemBytes = 0;
  cudaStream_t stream = nullptr;
};

namespace shim {

long &atomics(const void *p); ///< how many to this kind of memory
/// `thread(context)` is what one thread does.
cudaError_t run(const cudaLaunchConfig_t &config, const char *kernel, void (*thread)(void *), void *context);
void barrier();

// Accesses to memory that the threads of a block share.
void shared_read(const void *pointer, std::size_t bytes);
void shared_write(const void *pointer, std::size_t bytes);

/// Around the accesses of an atomic operation.
class atomic {
public:
  atomic();
  ~atomic();
  atomic(const atomic &) = delete;
  atomic &operator=(const atomic &) = delete;
};

} // namespace shim

inline void __syncthreads() { shim::barrier(); }
inline void __threadfence() {}
template <class T> T atomicAdd(T *p, T x) {
  const shim::atomic both;
  ++shim::atomics(p);
  const T old = *p;
  *p = old + x;
  return old;
}
template <class T> T atomicMax(T *p, T x) {
  const shim::atomic both;
  ++shim::atomics(p);
  const T old = *p;
  *p = old < x ? x : old;
  return old;
}
template <class T> T atomicCAS(T *p, T expected, T x) {
  const shim::atomic both;
  ++shim::atomics(p);
  const T old = *p;
  *p = old == expected ? x : old;
  return old;
}

template <class... P, class... A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...), A &&...arguments) {
  auto thread = [&] { kernel(arguments...); };
  using Thread = decltype(thread);
  return shim::run(*config, __PRETTY_FUNCTION__, [](void *context) { (*static_cast<Thread *>(context))(); }, &thread);
}
