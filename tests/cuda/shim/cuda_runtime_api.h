// The part of CUDA's runtime that the library calls, on the host. See shim.hpp.
#pragma once

#include <cstddef>

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorLaunchFailure = 719
};
struct CUstream_st;
using cudaStream_t = CUstream_st *;
inline const cudaStream_t cudaStreamPerThread = reinterpret_cast<cudaStream_t>(2);
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
enum cudaLimit { cudaLimitStackSize = 0 };
enum cudaDeviceAttr { cudaDevAttrMaxThreadsPerMultiProcessor = 39, cudaDevAttrMultiProcessorCount = 16 };

cudaError_t cudaMallocAsync(void **result, std::size_t bytes, cudaStream_t stream);
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);
cudaError_t cudaMallocHost(void **result, std::size_t bytes);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaMemcpyAsync(void *to, const void *from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemsetAsync(void *to, int value, std::size_t bytes, cudaStream_t stream);
cudaError_t cudaStreamCreate(cudaStream_t *result);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaGetLastError();
cudaError_t cudaGetDevice(int *result);
cudaError_t cudaDeviceGetAttribute(int *result, cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceGetLimit(std::size_t *result, cudaLimit limit);
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value);
const char *cudaGetErrorString(cudaError_t code);

#define SOAC_CUDA_SHIM 1
/// What the workspace says of its memory: who gets a part of it begins without values, who gives it back must not touch it.
namespace shim {
inline constexpr std::size_t gap = 256; ///< between two parts
void taken(const void *pointer, std::size_t bytes);
void given(const void *pointer, std::size_t bytes);
} // namespace shim
