// Tensors of PyTorch, JAX, CuPy and others as device arrays, and back, without a copy. Needs DLPack's header (Debian:
// libdlpack-dev).
//
//   soac::cuda::view<const double, 2> x = soac::cuda::from_dlpack<const double, 2>(managed->dl_tensor);
//   DLManagedTensor *y = soac::cuda::to_dlpack(std::move(array));   // who gets it calls y->deleter(y)
#pragma once

#include "soac/cuda/array.hpp"

#include <dlpack/dlpack.h>

#include <cstdint>

namespace soac::cuda {

namespace detail {

template <class T> DLDataType dlpack_type() {
  using Number = std::remove_const_t<T>;
  static_assert(std::is_arithmetic_v<Number>, "soac: a tensor's elements are numbers");
  const int code = std::is_floating_point_v<Number> ? kDLFloat : std::is_signed_v<Number> ? kDLInt : kDLUInt;
  return {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(8 * sizeof(T)), 1};
}

/// What a tensor that was given away holds.
template <class T, int R> struct given_array {
  explicit given_array(array<T, R> &&a) : memory(std::move(a)) {}
  array<T, R> memory;
  DLManagedTensor tensor{};
  std::int64_t shape[R];
};

} // namespace detail

/// The tensor's memory, which must be a device's, of these elements and this rank, row-major without gaps; else an error. The
/// tensor keeps it. Cost: O(R).
template <class T, int R> view<T, R> from_dlpack(const DLTensor &tensor) {
  const DLDataType type = detail::dlpack_type<T>();
  if (tensor.device.device_type != kDLCUDA && tensor.device.device_type != kDLCUDAManaged)
    throw error("soac: the tensor is not in the memory of a CUDA device");
  if (tensor.dtype.code != type.code || tensor.dtype.bits != type.bits || tensor.dtype.lanes != 1)
    throw error("soac: the tensor's elements are of another type");
  if (tensor.ndim != R)
    throw error("soac: the tensor has " + std::to_string(tensor.ndim) + " dimensions, not " + std::to_string(R));
  std::array<index, R> extents{};
  index stride = 1;
  for (int d = R; d-- > 0;) {
    extents[static_cast<std::size_t>(d)] = tensor.shape[d];
    if (tensor.strides && tensor.strides[d] != stride && tensor.shape[d] > 1)
      throw error("soac: the tensor is not row-major without gaps; copy it first");
    stride *= tensor.shape[d];
  }
  return {reinterpret_cast<T *>(static_cast<char *>(tensor.data) + tensor.byte_offset), extents};
}

/// A tensor that owns the array's memory. What the array's stream does with it must be done, or ordered, before others read.
template <class T, int R> DLManagedTensor *to_dlpack(array<T, R> &&a) {
  auto *const held = new detail::given_array<T, R>(std::move(a));
  for (int d = 0; d < R; ++d)
    held->shape[d] = held->memory.extent(d);
  int device = 0;
  detail::check(cudaGetDevice(&device), "cudaGetDevice");
  held->tensor.dl_tensor = {held->memory.data(), {kDLCUDA, device}, R, detail::dlpack_type<T>(), held->shape, nullptr, 0};
  held->tensor.manager_ctx = held;
  held->tensor.deleter = [](DLManagedTensor *t) { delete static_cast<detail::given_array<T, R> *>(t->manager_ctx); };
  return &held->tensor;
}

} // namespace soac::cuda
