// What one thread of a kernel has: memory of its own, the error word, handles of arrays in them.
//
// A thread's arrays are interleaved: element k of all threads' arrays lie side by side, so that threads that run together
// read neighbours. A handle of such an array has the distance between two elements.
#pragma once

#include "soac/cuda/workspace.hpp"
#include "soac/runtime/dense.hpp"

#include <cuda_runtime.h>

#include <cstdint>
#include <limits>

/// In front of a loop of a few trips, each of which has elements of its own of an array in registers.
#if defined(__CUDACC__)
#define SOAC_UNROLLED _Pragma("unroll")
#else
#define SOAC_UNROLLED
#endif

namespace soac::cuda {

using runtime::dense;

/// An array in a thread's memory, or any other one: its elements are `step` apart. Row-major, as runtime::dense.
template <class T, int R> struct strided {
  using element = T;
  static constexpr int rank = R;

  T *pointer;
  index step;
  index extents[R];

  strided() = default;
  template <class... E>
    requires(sizeof...(E) == R)
  __device__ strided(T *memory, index distance, E... extent)
      : pointer(memory), step(distance), extents{static_cast<index>(extent)...} {}
  template <class Other>
    requires(std::is_convertible_v<Other *, T *>)
  __device__ strided(const dense<Other, R> &a) : pointer(a.data()), step(1) {
    for (int d = 0; d < R; ++d)
      extents[d] = a.extent(d);
  }
  template <class Other, index... E>
    requires(sizeof...(E) == R && std::is_same_v<Other, T>)
  __device__ strided(runtime::fixed<Other, E...> &a) : strided(dense<T, R>(a)) {}
  template <class Other, index... E>
    requires(sizeof...(E) == R && std::is_same_v<const Other, T>)
  __device__ strided(const runtime::fixed<Other, E...> &a) : strided(dense<T, R>(a)) {}
  template <class Other>
    requires(std::is_same_v<const Other, T>)
  __device__ strided(const strided<Other, R> &a) : pointer(a.pointer), step(a.step) {
    for (int d = 0; d < R; ++d)
      extents[d] = a.extents[d];
  }

  __device__ index extent(int d) const { return extents[d]; }
  __device__ index size() const {
    index n = 1;
    for (int d = 0; d < R; ++d)
      n *= extents[d];
    return n;
  }
  /// Element number k in row-major order.
  __device__ T &at(index k) const { return pointer[k * step]; }

  template <class... I>
    requires(sizeof...(I) <= R)
  __device__ decltype(auto) operator()(I... i) const {
    constexpr int inner = R - static_cast<int>(sizeof...(I));
    index offset = 0;
    int d = 0;
    ((offset = offset * extents[d++] + static_cast<index>(i)), ...);
    if constexpr (inner == 0)
      return (pointer[offset * step]);
    else {
      strided<T, inner> result;
      index n = 1;
      for (int k = 0; k < inner; ++k) {
        result.extents[k] = extents[R - inner + k];
        n *= result.extents[k];
      }
      result.pointer = pointer + offset * n * step;
      result.step = step;
      return result;
    }
  }
  __device__ strided rows(index start, index count) const {
    strided result = *this;
    index n = 1;
    for (int d = 1; d < R; ++d)
      n *= extents[d];
    result.pointer = pointer + start * n * step;
    result.extents[0] = count;
    return result;
  }
  template <class... E> __device__ strided<T, static_cast<int>(sizeof...(E))> reshape(E... extent) const {
    return {pointer, step, extent...};
  }
};

// Handles of any array, and their elements by number.
using runtime::handle;
template <class T, int R> __device__ strided<T, R> handle(const strided<T, R> &a) { return a; }
template <class T, int R> __device__ T &element(const dense<T, R> &a, index k) { return a.data()[k]; }
template <class T, int R> __device__ T &element(const strided<T, R> &a, index k) { return a.at(k); }

// What a kernel cannot ask std::numeric_limits for.
template <class T> inline constexpr T infinity = std::numeric_limits<T>::infinity();
template <class T> inline constexpr T not_a_number = std::numeric_limits<T>::quiet_NaN();
template <class T> inline constexpr T least = std::numeric_limits<T>::min();

/// The memory of all threads of a kernel: `bytes` for each.
struct thread_memory {
  char *base = nullptr;
  index bytes = 0, threads = 1;
};

/// number / size and what is left. Of small numbers the division is one of 32 bits, which takes a device a third of the time.
struct quotient {
  index whole, rest;
};
__device__ inline quotient divided(index number, index size) {
  if (((number | size) >> 31) == 0) {
    const unsigned whole = static_cast<unsigned>(number) / static_cast<unsigned>(size);
    return {whole, static_cast<unsigned>(number) - whole * static_cast<unsigned>(size)};
  }
  const index whole = number / size;
  return {whole, number - whole * size};
}

/// Which version of a function is run: do so many threads keep the current device busy? The host asks, not kernels.
__host__ __device__ inline bool occupies(index threads) {
#ifdef __CUDA_ARCH__
  return threads >= 0;
#else
  int device = 0;
  detail::check(cudaGetDevice(&device), "cudaGetDevice");
  return detail::occupies(threads, detail::resident_threads(device));
#endif
}

/// n, of which the compiler for the device does not know that it is a constant.
__device__ inline index hidden(index n) {
#ifdef __CUDA_ARCH__
  asm("mov.b64 %0, %0;" : "+l"(n));
#endif
  return n;
}

/// a(i), where data say which i. A small array lies in registers, which have no addresses.
template <class A> __device__ auto chosen(const A &a, index i) { return a(i); }
template <class T, index N>
  requires(N > 0 && N <= 8)
__device__ T chosen(const runtime::fixed<T, N> &a, index i) {
  T x = a(0);
  SOAC_UNROLLED
  for (index k = 1; k < N; ++k)
    x = i == k ? a(k) : x;
  return x;
}

/// What kernels are given of their call.
struct call_state {
  failure *failed;
  const char *const *messages;
  index stack; ///< bytes of a thread's stack that functions which call themselves may take
};

/// Has a kernel failed before, or another thread of this one?
__device__ inline bool has_failed(const call_state &state) {
#if defined(SOAC_CUDA_SHIM)
  const shim::atomic load;
#endif
  return *static_cast<const volatile unsigned *>(&state.failed->is_set) != 0;
}

class thread {
public:
  __device__ thread(thread_memory all, call_state of, index own) : memory(all), state(of), number(own) {}

  template <class T, class... E> __device__ strided<T, static_cast<int>(sizeof...(E))> make(E... extent) {
    return {take<T>((static_cast<index>(extent) * ...)), memory.threads, extent...};
  }
  template <class T, class... E>
  __device__ strided<T, static_cast<int>(sizeof...(E))> filled(T value, E... extent) {
    const auto result = this->template make<T>(extent...);
    const index n = result.size();
    for (index k = 0; k < n; ++k)
      result.at(k) = value;
    return result;
  }
  template <class A> __device__ auto like(const A &a) {
    const auto from = handle(a);
    using T = std::remove_const_t<typename decltype(from)::element>;
    strided<T, decltype(from)::rank> result;
    for (int d = 0; d < result.rank; ++d)
      result.extents[d] = from.extent(d);
    result.step = memory.threads;
    result.pointer = take<T>(from.size());
    return result;
  }
  template <class A> __device__ auto copy(const A &a) {
    const auto result = like(a);
    const auto from = handle(a);
    const index n = result.size();
    for (index k = 0; k < n; ++k)
      result.at(k) = element(from, k);
    return result;
  }

  /// The first failure of all threads is kept.
  __device__ void fail(unsigned message, index first = 0, index second = 0) {
    is_failed = true;
    if (atomicCAS(&state.failed->is_set, 0u, 1u) != 0u)
      return;
    state.failed->message = message;
    state.failed->messages = state.messages;
    state.failed->numbers[0] = first;
    state.failed->numbers[1] = second;
    __threadfence();
  }
  __device__ bool failed() const { return is_failed; }

  /// A function that may call itself, with `bytes` of small arrays, asks for room on the stack before it does anything.
  /// The kernel has this object on the stack: what was taken since then lies between it and the function's own
  /// variables.
  __device__ bool has_room(index bytes, unsigned message) {
    const char here = 0;
    const auto first = reinterpret_cast<std::uintptr_t>(this), now = reinterpret_cast<std::uintptr_t>(&here);
    const index taken = static_cast<index>(first > now ? first - now : now - first);
    if (!is_failed && taken + bytes > state.stack)
      fail(message);
    return !is_failed;
  }

private:
  friend class thread_scope;

  thread_memory memory;
  call_state state;
  index number, used = 0;
  bool is_failed = false;

  /// Element 0 of this thread's array. The host has computed how many bytes a thread takes; if that were wrong, it must not
  /// go unnoticed.
  template <class T> __device__ T *take(index n) {
    const index bytes = (n * static_cast<index>(sizeof(T)) + 7) / 8 * 8;
    if (used + bytes > memory.bytes) {
      fail(0);
      used = 0;
    }
    char *const p = memory.base + used * memory.threads;
    used += bytes;
    return reinterpret_cast<T *>(p) + number;
  }
};

/// Gives back at its end what a thread has made since its beginning.
class thread_scope {
public:
  __device__ explicit thread_scope(thread &t) : owner(t), begin(t.used) {}
  __device__ ~thread_scope() { owner.used = begin; }

private:
  thread &owner;
  index begin;
};

/// Bytes of an array in a thread's memory.
template <class T, class... E> index bytes_of(E... extent) {
  return ((static_cast<index>(extent) * ... * static_cast<index>(sizeof(T))) + 7) / 8 * 8;
}

/// Memory for an array that a loop in a thread carries, and for the next one, where that is computed beside it.
template <class T, int R> class thread_slot {
public:
  __device__ explicit thread_slot(const strided<T, R> &own, const strided<T, R> &beside = {}) : block(own), spare(beside) {}

  /// The array `next` in memory that outlives the iteration; `current` is what the loop carries now.
  template <class Current, class Next> __device__ strided<T, R> keep(const Current &current, const Next &next) {
    const auto from = handle(next);
    const void *const address = &element(from, 0);
    if (address == spare.pointer) {
      const strided<T, R> old = block;
      block = spare;
      spare = old;
      return block;
    }
    if (address != &element(handle(current), 0)) {
      const index n = from.size();
      for (index k = 0; k < n; ++k)
        block.at(k) = element(from, k);
      return block;
    }
    return writable(current);
  }
  /// What the loop carries in this slot and in another one change places. That copies them once; from then on each lies in a slot.
  template <class Current, class Other> __device__ void exchange(Current &current, thread_slot &other, Other &beside) {
    const auto mine = handle(current);
    const auto theirs = handle(beside);
    const void *const first = &element(mine, 0), *const second = &element(theirs, 0);
    if (first == block.pointer && second == other.block.pointer) {
      const strided<T, R> old = block;
      block = other.block;
      other.block = old;
    } else {
      const index n = theirs.size(), m = mine.size();
      for (index k = 0; k < n || k < m; ++k) { // either may lie in the block that the other one goes to
        const T own = k < m ? element(mine, k) : T();
        if (k < n)
          block.at(k) = element(theirs, k);
        if (k < m)
          other.block.at(k) = own;
      }
    }
    current = block;
    beside = other.block;
  }
  template <class... E> __device__ strided<T, R> next(E... extent) const { return {spare.pointer, spare.step, extent...}; }

private:
  strided<T, R> block, spare;

  static __device__ strided<T, R> writable(const strided<T, R> &a) { return a; }
  static __device__ strided<T, R> writable(const strided<const T, R> &a) {
    strided<T, R> result;
    result.pointer = const_cast<T *>(a.pointer);
    result.step = a.step;
    for (int d = 0; d < R; ++d)
      result.extents[d] = a.extents[d];
    return result;
  }
};

} // namespace soac::cuda
