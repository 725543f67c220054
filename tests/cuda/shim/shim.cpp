#include "shim.hpp"

#include "memory.hpp"
#include "stack.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <unordered_map>
#include <utility>
#include <vector>

dim3 threadIdx, blockIdx, blockDim, gridDim;

namespace shim {
namespace {

Counters counted;
Order chosen_order = Order::Forward;
long allocations_left = -1;
bool hears_accesses = false;

// Kernels.

std::size_t stack_limit = Stack::bytes / 2; ///< larger than a device's: so is what functions keep on it here

struct Fiber {
  Stack stack;
  unsigned thread = 0, barriers = 0;
  bool is_waiting = false, is_idle = false; ///< at a barrier, or at the end of its threads
};

struct SharedAccess {
  unsigned writer, reader, written, read; ///< threads, and barriers + 1
  bool has_readers;
};

/// The launch that runs now.
struct Launch {
  std::string kernel;
  void (*thread)(void *) = nullptr;
  void *context = nullptr;
  std::uint32_t number = 0;
  std::vector<unsigned> waiting_to_begin; ///< threads of the block, the next one last
  std::unordered_map<const void *, SharedAccess> shared;
} launch;

std::vector<std::unique_ptr<Fiber>> fibers;
Fiber *running = nullptr;
std::uint32_t launches = 0;
int atomic_depth = 0;

std::string found; ///< the first violation that has not been thrown

/// Nothing is thrown where memory is accessed: compilers do not expect it there.
void note(const std::string &what) {
  if (!found.empty())
    return;
  found = "shim: " + what;
  if (running)
    found += ", in block " + std::to_string(blockIdx.x) + ", thread " + std::to_string(threadIdx.x) + " of " + launch.kernel;
}
void throw_found() {
  if (!found.empty())
    throw violation(std::exchange(found, {}));
}

/// A fiber runs threads until one waits at a barrier, and goes on with that one after it.
void fiber_entry() {
  Fiber &own = *running;
  for (;;) {
    while (!launch.waiting_to_begin.empty()) {
      own.thread = launch.waiting_to_begin.back();
      launch.waiting_to_begin.pop_back();
      own.barriers = 0;
      threadIdx.x = own.thread;
      launch.thread(launch.context);
      if (own.barriers > 0)
        break; // others of its block are at the next barrier; the fiber ends with its thread
    }
    own.is_waiting = false;
    own.is_idle = true;
    own.stack.leave();
  }
}

void resume(Fiber &fiber) {
  running = &fiber;
  threadIdx.x = fiber.thread;
  fiber.stack.resume();
  running = nullptr;
}

void start(Fiber &fiber) {
  running = &fiber;
  fiber.stack.start(fiber_entry);
  running = nullptr;
}

void begin(Fiber &fiber) {
  fiber.is_waiting = false;
  if (std::exchange(fiber.is_idle, false))
    resume(fiber);
  else
    start(fiber); // its first threads, or after a block that failed
}

std::mt19937 &random() {
  static std::mt19937 generator(1);
  return generator;
}

std::vector<unsigned> ordered(unsigned n) {
  std::vector<unsigned> result(n);
  for (unsigned k = 0; k < n; ++k)
    result[k] = chosen_order == Order::Reversed ? n - 1 - k : k;
  if (chosen_order == Order::Random)
    std::shuffle(result.begin(), result.end(), random());
  return result;
}

void run_block(unsigned threads) {
  launch.shared.clear();
  launch.waiting_to_begin = ordered(threads);
  std::reverse(launch.waiting_to_begin.begin(), launch.waiting_to_begin.end());
  std::vector<Fiber *> waiting;
  std::size_t used = 0;
  unsigned ended = 0;
  while (!launch.waiting_to_begin.empty()) {
    if (used == fibers.size())
      fibers.push_back(std::make_unique<Fiber>());
    Fiber &fiber = *fibers[used++];
    const std::size_t before = launch.waiting_to_begin.size();
    begin(fiber);
    ended += static_cast<unsigned>(before - launch.waiting_to_begin.size());
    if (fiber.is_waiting) {
      waiting.push_back(&fiber);
      --ended;
    }
  }
  while (!waiting.empty()) {
    if (ended > 0)
      throw violation("shim: some threads of a block wait at a barrier that others do not reach, in " + launch.kernel);
    std::vector<Fiber *> again;
    for (unsigned k : ordered(static_cast<unsigned>(waiting.size()))) {
      waiting[k]->is_waiting = false;
      resume(*waiting[k]);
      if (waiting[k]->is_waiting)
        again.push_back(waiting[k]);
      else
        ++ended;
    }
    std::sort(again.begin(), again.end(), [](const Fiber *a, const Fiber *b) { return a->thread < b->thread; });
    waiting = std::move(again);
  }
}

bool is_other(const Accessor &a) {
  return a.launch == launch.number && (a.block != blockIdx.x || a.thread != running->thread);
}
/// Can the access be at the same time as this one?
bool is_concurrent(const Accessor &a) {
  return (is_other(a) && (a.block != blockIdx.x || a.barriers == running->barriers)) || (a.launch == launch.number && a.is_of_blocks);
}

// Copies to the host that have not arrived.
struct Arrival {
  void *to;
  std::vector<char> bytes;
};
std::vector<Arrival> arrivals;

} // namespace

void accessed(const void *p, std::size_t bytes, bool is_write) {
  hears_accesses = true;
  DeviceMemory &all = memory();
  if (!all.contains(p))
    return;
  if (!running)
    return note(std::string("the host ") + (is_write ? "writes" : "reads") + " the device's memory");
  const std::size_t at = all.offset(p);
  (is_write ? counted.stored : counted.loaded) += static_cast<long>(bytes);
  if (all.state[at] == None || all.state[at + bytes - 1] == None)
    note(std::string(is_write ? "a write" : "a read") + " outside of arrays");
  if (!is_write && all.state[at] == WithoutValue)
    note("a read of what has no value");
  const std::uint8_t is_atomic = atomic_depth > 0;
  Accesses &last = all.accesses[at];
  const Accessor own = {launch.number, blockIdx.x, static_cast<std::uint16_t>(running->thread),
                      static_cast<std::uint16_t>(running->barriers), is_atomic, 0};
  if (is_concurrent(last.write) && !(is_atomic && last.write.is_atomic))
    note(is_write ? "two threads write the same element" : "a thread reads what another one writes");
  if (is_write) {
    for (const Accessor &read : {last.read, last.read_by_another})
      if (is_concurrent(read) && !(is_atomic && read.is_atomic))
        note("a thread writes what another one reads");
    last.write = own;
    std::memset(all.state + at, WithValue, bytes);
  } else {
    const bool is_first = last.read.launch != launch.number;
    const bool is_of_blocks = !is_first && (last.read.is_of_blocks || last.read.block != blockIdx.x);
    if (is_first)
      last.read_by_another = {};
    else if (is_other(last.read))
      last.read_by_another = last.read;
    last.read = own;
    last.read.is_of_blocks = is_of_blocks && !is_atomic;
  }
}

void order(Order o) { chosen_order = o; }
const Counters &counters() { return counted; }
void reset() { counted = {}; }
void fail_allocation(long n) { allocations_left = n; }
std::size_t in_use() { return memory().in_use(); }
bool sees_accesses() { return hears_accesses; }

void taken(const void *p, std::size_t bytes) {
  if (memory().contains(p))
    memory().mark(memory().offset(p), bytes, WithoutValue);
}
void given(const void *p, std::size_t bytes) {
  if (memory().contains(p))
    memory().mark(memory().offset(p), bytes, None);
}

cudaError_t run(const cudaLaunchConfig_t &config, const char *kernel, void (*thread)(void *), void *context) {
  ++counted.launches;
  if (config.gridDim.x == 0 || config.gridDim.x > 0x7fffffffu || config.blockDim.x == 0 || config.blockDim.x > 1024 || !config.stream)
    return cudaErrorInvalidConfiguration;
  launch.kernel = kernel;
  launch.thread = thread;
  launch.context = context;
  launch.number = ++launches;
  const DeviceMemory::Access open(memory());
  gridDim = config.gridDim;
  blockDim = config.blockDim;
  for (unsigned block : ordered(config.gridDim.x)) {
    blockIdx.x = block;
    run_block(config.blockDim.x);
  }
  throw_found();
  return cudaSuccess;
}

void barrier() {
  Fiber &own = *running;
  own.is_waiting = true;
  ++own.barriers;
  own.stack.leave();
  threadIdx.x = own.thread;
}

void shared_read(const void *p, std::size_t) {
  SharedAccess &last = launch.shared[p];
  const unsigned now = running->barriers + 1;
  if (last.written == 0)
    note("a read of shared memory that has no value");
  if (last.written == now && last.writer != running->thread)
    note("a thread reads shared memory that another one writes");
  last.has_readers = last.read == now && (last.has_readers || last.reader != running->thread);
  last.read = now;
  last.reader = running->thread;
}
void shared_write(const void *p, std::size_t) {
  SharedAccess &last = launch.shared[p];
  const unsigned now = running->barriers + 1;
  if (last.written == now && last.writer != running->thread)
    note("two threads write the same shared memory");
  if (last.read == now && (last.has_readers || last.reader != running->thread))
    note("a thread writes shared memory that another one reads");
  last.written = now;
  last.writer = running->thread;
}

long &atomics(const void *p) { return memory().contains(p) ? counted.atomics : counted.shared_atomics; }
atomic::atomic() { ++atomic_depth; }
atomic::~atomic() { --atomic_depth; }

} // namespace shim

using namespace shim;

cudaError_t cudaMallocAsync(void **result, std::size_t bytes, cudaStream_t) {
  *result = nullptr;
  constexpr std::size_t all = std::size_t{1} << 40; // more than any device has
  if (bytes > all || (allocations_left >= 0 && allocations_left-- == 0))
    return cudaErrorMemoryAllocation;
  ++counted.allocations;
  *result = memory().allocate(bytes);
  return *result ? cudaSuccess : cudaErrorMemoryAllocation;
}
cudaError_t cudaFreeAsync(void *p, cudaStream_t) { return memory().release(p) ? cudaSuccess : cudaErrorInvalidValue; }
cudaError_t cudaMallocHost(void **result, std::size_t bytes) {
  *result = std::malloc(bytes);
  return *result ? cudaSuccess : cudaErrorMemoryAllocation;
}
cudaError_t cudaFreeHost(void *p) {
  std::free(p);
  return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t) {
  throw_found();
  DeviceMemory &all = memory();
  const bool is_to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice,
             is_from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (all.contains(to) != is_to_device || all.contains(from) != is_from_device)
    return cudaErrorInvalidValue;
  for (const void *p : {static_cast<const void *>(to), from})
    if (all.contains(p) && (all.state[all.offset(p)] == None || all.state[all.offset(p) + bytes - 1] == None))
      throw violation("shim: a copy outside of arrays");
  if (is_to_device != is_from_device) {
    ++counted.copies;
    counted.copied += static_cast<long>(bytes);
  }
  const DeviceMemory::Access open(all);
  if (!is_to_device) {
    arrivals.push_back({to, std::vector<char>(static_cast<const char *>(from), static_cast<const char *>(from) + bytes)});
    return cudaSuccess;
  }
  std::memmove(to, from, bytes);
  if (is_from_device)
    std::memmove(all.state + all.offset(to), all.state + all.offset(from), bytes);
  else
    std::memset(all.state + all.offset(to), WithValue, bytes);
  return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void *to, int value, std::size_t bytes, cudaStream_t) {
  if (!memory().contains(to))
    return cudaErrorInvalidValue;
  const DeviceMemory::Access open(memory());
  std::memset(to, value, bytes);
  std::memset(memory().state + memory().offset(to), WithValue, bytes);
  return cudaSuccess;
}
cudaError_t cudaStreamCreate(cudaStream_t *result) {
  *result = reinterpret_cast<cudaStream_t>(std::malloc(1));
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  std::free(stream);
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) {
  throw_found();
  ++counted.waits;
  for (const Arrival &a : arrivals)
    std::memcpy(a.to, a.bytes.data(), a.bytes.size());
  arrivals.clear();
  return cudaSuccess;
}
cudaError_t cudaGetLastError() { return cudaSuccess; }
cudaError_t cudaGetDevice(int *result) {
  *result = 0;
  return cudaSuccess;
}
/// A small device, so that small cases fill it.
cudaError_t cudaDeviceGetAttribute(int *result, cudaDeviceAttr attribute, int) {
  *result = attribute == cudaDevAttrMultiProcessorCount ? 2 : 256;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetLimit(std::size_t *result, cudaLimit) {
  *result = stack_limit;
  return cudaSuccess;
}
cudaError_t cudaDeviceSetLimit(cudaLimit, std::size_t value) {
  if (value > shim::Stack::bytes / 2)
    return cudaErrorInvalidValue;
  stack_limit = value;
  return cudaSuccess;
}
const char *cudaGetErrorString(cudaError_t code) {
  switch (code) {
  case cudaSuccess: return "no error";
  case cudaErrorInvalidValue: return "invalid argument";
  case cudaErrorMemoryAllocation: return "out of memory";
  case cudaErrorInvalidConfiguration: return "invalid configuration argument";
  case cudaErrorLaunchFailure: return "unspecified launch failure";
  }
  return "unknown error";
}
