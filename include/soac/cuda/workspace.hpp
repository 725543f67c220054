// The memory of calls on one stream, and where calls run.
//
// A workspace keeps what calls have taken: a second call with the same sizes allocates nothing. It holds the error word of
// its stream, too: a kernel that fails writes it, later kernels of the same workspace do nothing, and the next point that
// waits throws. Arrays that calls return keep their part of it alive.
#pragma once

#include "soac/cuda/error.hpp"
#include "soac/names.hpp"

#include <concepts>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

namespace soac::cuda {

/// What a kernel that fails leaves. The messages are the host's: a device copies the pointer and does not read it.
struct failure {
  unsigned is_set;
  unsigned message; ///< its number in the list
  const char *const *messages;
  index numbers[2]; ///< for "{0}" and "{1}"
};

namespace detail {

inline constexpr std::size_t alignment = 256;
#if defined(SOAC_CUDA_SHIM) // under test (tests/cuda/shim) every part of the memory is looked at
inline constexpr std::size_t gap = shim::gap;
inline void taken(const void *pointer, std::size_t bytes) { shim::taken(pointer, bytes); }
inline void given(const void *pointer, std::size_t bytes) { shim::given(pointer, bytes); }
#else
inline constexpr std::size_t gap = 0;
inline void taken(const void *, std::size_t) {}
inline void given(const void *, std::size_t) {}
#endif
inline constexpr std::size_t aligned(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

/// How many threads a device holds at once.
inline index resident_threads(int device) {
  int multiprocessors = 0, threads = 0;
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device), "cudaDeviceGetAttribute");
  check(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device), "cudaDeviceGetAttribute");
  return index{multiprocessors} * threads;
}
/// Do so many threads keep a device that holds `resident` busy? SOAC_CUDA_VERSION=A in the environment says always, C never.
inline bool occupies(index threads, index resident) {
  static const char *const version = std::getenv("SOAC_CUDA_VERSION");
  if (version && (*version == 'A' || *version == 'C'))
    return *version == 'A';
  return threads >= 2 * resident;
}

/// Memory and error word of one stream, shared by a workspace and the arrays that calls with it return.
class stream_state {
public:
  explicit stream_state(cudaStream_t s) : stream(s) {
    if (!s)
      throw error("soac: the stream is null; make one with cudaStreamCreate, or take cudaStreamPerThread");
    int device = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    resident_threads = detail::resident_threads(device);
    device_failure = static_cast<failure *>(allocate(aligned(sizeof(failure)) + aligned(sizeof(unsigned))));
    taken(device_failure, aligned(sizeof(failure)) + sizeof(unsigned));
    counter = reinterpret_cast<unsigned *>(reinterpret_cast<char *>(device_failure) + aligned(sizeof(failure)));
    try {
      check(cudaMallocHost(reinterpret_cast<void **>(&mirror), sizeof(failure)), "cudaMallocHost");
      clear();
    } catch (...) {
      release_all();
      throw;
    }
  }
  stream_state(const stream_state &) = delete;
  stream_state &operator=(const stream_state &) = delete;
  ~stream_state() { release_all(); }

  /// Memory of at least so many bytes, of what was given back or new.
  void *take(std::size_t bytes) {
    const std::size_t size = size_of_class(bytes);
    void *p = nullptr;
    for (std::size_t k = free_blocks.size(); !p && k-- > 0;)
      if (free_blocks[k].bytes == size) {
        p = free_blocks[k].pointer;
        free_blocks.erase(free_blocks.begin() + static_cast<std::ptrdiff_t>(k));
      }
    if (!p)
      p = allocate(size);
    taken(p, bytes);
    return p;
  }
  /// The same number of bytes as in `take`.
  void give(void *pointer, std::size_t bytes) noexcept {
    if (!pointer)
      return;
    given(pointer, size_of_class(bytes));
    free_blocks.push_back({pointer, size_of_class(bytes)}); // there was room when it was taken
  }

  /// Waits for the stream. Throws what went wrong in the calls before; the workspace is as good as new then.
  void wait() {
    check(cudaMemcpyAsync(mirror, device_failure, sizeof(failure), cudaMemcpyDeviceToHost, stream), "cudaMemcpyAsync");
    check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
    if (!mirror->is_set)
      return;
    const failure found = *mirror;
    clear();
    std::string text = found.messages ? found.messages[found.message] : "soac: a kernel has failed";
    for (int k = 0; k < 2; ++k)
      if (const std::size_t at = text.find(k == 0 ? "{0}" : "{1}"); at != std::string::npos)
        text.replace(at, 3, std::to_string(found.numbers[k]));
    throw error(text);
  }

  const cudaStream_t stream;
  index resident_threads = 1;
  failure *device_failure = nullptr;
  unsigned *counter = nullptr; ///< zero between kernels: blocks that have finished

  // The stack of memory of the calls: chunks, and how much of them is in use.
  struct chunk {
    char *memory;
    std::size_t capacity;
  };
  struct mark {
    std::size_t chunk = 0, used = 0, slots = 0;
  };
  struct kept {
    void *pointer;
    std::size_t bytes;
  };
  void *push(std::size_t size) {
    const std::size_t bytes = aligned(size) + gap;
    while (top.chunk < chunks.size() && top.used + bytes > chunks[top.chunk].capacity)
      top = {top.chunk + 1, 0, top.slots};
    if (top.chunk == chunks.size()) {
      const std::size_t last = chunks.empty() ? std::size_t(1) << 19 : chunks.back().capacity;
      const std::size_t capacity = bytes > 2 * last ? bytes : 2 * last;
      chunks.push_back({static_cast<char *>(allocate(capacity)), capacity});
    }
    void *const p = chunks[top.chunk].memory + top.used;
    top.used += bytes;
    taken(p, size);
    return p;
  }
  void rewind(const mark &to) noexcept {
    for (; slots.size() > to.slots; slots.pop_back())
      give(slots.back().pointer, slots.back().bytes);
    for (std::size_t k = to.chunk; k < chunks.size() && k <= top.chunk; ++k)
      given(chunks[k].memory + (k == to.chunk ? to.used : 0), (k == top.chunk ? top.used : chunks[k].capacity) - (k == to.chunk ? to.used : 0));
    top = to;
    top.slots = slots.size();
  }
  mark top;
  std::vector<kept> slots; ///< blocks of arrays that loops carry; they go back with the scope that took them

private:
  std::vector<chunk> chunks;
  std::vector<kept> free_blocks;
  std::vector<void *> all;
  failure *mirror = nullptr;

  static std::size_t size_of_class(std::size_t bytes) {
    std::size_t size = alignment;
    while (size < bytes)
      size *= 2;
    return size;
  }
  void *allocate(std::size_t bytes) {
    all.reserve(all.size() + 1);
    free_blocks.reserve(all.size() + 1);
    void *p = nullptr;
    const std::string what = "cudaMallocAsync of " + std::to_string(bytes) + " bytes";
    check(cudaMallocAsync(&p, bytes, stream), what.c_str());
    all.push_back(p);
    given(p, bytes);
    return p;
  }
  void clear() {
    check(cudaMemsetAsync(device_failure, 0, aligned(sizeof(failure)) + sizeof(unsigned), stream), "cudaMemsetAsync");
  }
  void release_all() noexcept {
    for (void *p : all)
      cudaFreeAsync(p, stream);
    if (mirror)
      cudaFreeHost(mirror);
  }
};

} // namespace detail

/// Memory for calls on one stream; serves one call at a time, and outlives none of the arrays that calls return.
class workspace {
public:
  workspace() = default;
  workspace(const workspace &) = delete;
  workspace &operator=(const workspace &) = delete;

private:
  friend class on;
  std::shared_ptr<detail::stream_state> state;
};

template <class Operator> struct implementation;
namespace detail {
template <class Operator> inline constexpr bool has_code = requires { implementation<Operator>::call == nullptr; };
}
/// The form that a result has on a device: soac::cuda::scalar<T>, soac::cuda::array<T, R>, tuples of these.
template <class R> struct device;

/// Where calls run: soac::gradient<f>(soac::cuda::on(stream, workspace), x).
class on {
public:
  using is_place = void; ///< operators take it as first argument
  /// Memory is taken for one call and given back after it.
  on(cudaStream_t stream) : state(std::make_shared<detail::stream_state>(stream)) {}
  /// Of what holds a stream: cuda::stream_ref, thrust's and the like.
  template <class Stream>
    requires requires(const Stream &s) {
      { s.get() } -> std::same_as<cudaStream_t>;
    }
  on(const Stream &stream) : on(stream.get()) {}
  template <class Stream>
    requires requires(const Stream &s) {
      { s.get() } -> std::same_as<cudaStream_t>;
    }
  on(const Stream &stream, workspace &memory) : on(stream.get(), memory) {}
  /// A workspace belongs to the first stream that it is used on.
  on(cudaStream_t stream, workspace &memory) {
    if (!memory.state)
      memory.state = std::make_shared<detail::stream_state>(stream);
    if (memory.state->stream != stream)
      throw error("soac: the workspace belongs to another stream");
    state = memory.state;
  }

  /// Sums in an order that does not depend on timing: equal bit by bit from run to run.
  on deterministic() const {
    on changed(*this);
    changed.is_deterministic = true;
    return changed;
  }
  /// Products of matrices of floats may use the TF32 units.
  on tf32() const {
    on changed(*this);
    changed.allows_tf32 = true;
    return changed;
  }

  /// Waits for the stream and throws what went wrong in calls before.
  void wait() const { state->wait(); }

  /// The call of an operator (soac/differentiate.hpp).
  template <class R> using result = typename device<R>::type;
  template <class Operator, class R, class... X> result<R> call(X &&...x) const {
#ifdef __SOAC__
    (static_cast<void>(x), ...);
    throw error("soac: there is no code yet when the generator reads the file");
#else
    static_assert(!detail::has_code<Operator> || requires { implementation<Operator>::call(*this, static_cast<X &&>(x)...); },
                  "soac: behind on(..) come soac::cuda::array, view and scalar, and numbers and small records of the host's; this "
                  "call has something else, such as an array of the host's, or another number of arguments");
    return implementation<Operator>::call(*this, static_cast<X &&>(x)...);
#endif
  }

  const std::shared_ptr<detail::stream_state> &shared() const { return state; }
  bool has_deterministic_sums() const { return is_deterministic; }
  bool may_use_tf32() const { return allows_tf32; }

private:
  std::shared_ptr<detail::stream_state> state;
  bool is_deterministic = false, allows_tf32 = false;
};

namespace detail {
template <class Operator> inline constexpr bool missing = false;
}
template <class Operator> struct implementation {
  template <class... X> static typename device<typename Operator::result_type>::type call(X &&...) {
    static_assert(detail::missing<Operator>,
                  "soac: this operator has no code for a device here. Run soac --cuda on the source file that uses it, and "
                  "include its *.soac.hpp before the use");
  }
};

} // namespace soac::cuda
