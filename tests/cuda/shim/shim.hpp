// CUDA's runtime without a device: kernels are ordinary functions, each thread of a block is a fiber, barriers switch.
//
// What is compiled with -fsanitize=thread, and linked without its runtime, calls the shim at each access to memory; it looks
// at those to the device's:
//   - by the host;
//   - outside of arrays, and to those that were given back;
//   - without a value;
//   - by two threads, one of which writes, without a barrier between them, unless both are atomic.
// A violation is an exception in the call that launches the kernel. Without these calls the shared memory of blocks alone is
// looked at. Copies to the host arrive when the stream is waited for.
#pragma once

#include "cuda_runtime.h"

#include <stdexcept>
#include <string>

namespace shim {

/// What a device would not have done, or not always.
class violation : public std::logic_error {
public:
  using std::logic_error::logic_error;
};

/// That something is counted; not so in the shim's place on a real device (tests/cuda/gpu).
inline constexpr bool counts = true;

/// In which order the blocks, and the threads of a block, run between two barriers.
enum class Order { Forward, Reversed, Random };
void order(Order o);

/// What has happened since `reset`.
struct Counters {
  long launches = 0, allocations = 0, waits = 0;
  long atomics = 0, shared_atomics = 0; ///< to the device's memory, to that of a block
  long copies = 0, copied = 0;  ///< between host and device, and their bytes
  long loaded = 0, stored = 0;  ///< bytes of the device's memory, by kernels; the same byte counts each time
};
const Counters &counters();
void reset();

/// The allocation after `n` others fails, once.
void fail_allocation(long n);
/// Bytes that are allocated now.
std::size_t in_use();
/// Are accesses seen in this build?
bool sees_accesses();

} // namespace shim
