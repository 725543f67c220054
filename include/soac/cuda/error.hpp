// Errors of calls on a device.
#pragma once

#include <cuda_runtime_api.h>

#include <stdexcept>
#include <string>

namespace soac::cuda {

/// What went wrong in a call, with the call's name and the line of the user's program where there is one. `code` is CUDA's
/// own, or cudaSuccess where a check of the program or the library has failed.
class error : public std::runtime_error {
public:
  explicit error(const std::string &text, cudaError_t code = cudaSuccess) : std::runtime_error(text), reason(code) {}
  cudaError_t code() const { return reason; }

private:
  cudaError_t reason;
};

namespace detail {

/// Throws where a call of CUDA's has failed: "soac: cudaMallocAsync of 8000 bytes: out of memory".
inline void check(cudaError_t code, const char *what) {
  if (code == cudaSuccess)
    return;
  cudaGetLastError(); // the next call begins without it
  throw error(std::string("soac: ") + what + ": " + cudaGetErrorString(code), code);
}

} // namespace detail
} // namespace soac::cuda
