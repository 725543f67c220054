// Memory of arrays: blocks of a power of two bytes, kept in free lists of the thread that releases them, so that the
// arrays of an inner map cost no malloc. Blocks above 16 MiB go back to the system at once.
//
// A thread's lists are given back when it ends. An array that outlives them (a static one) is then simply deleted.
#pragma once

#include "soac/pages.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>

namespace soac::detail {

struct memory_pool {
  static constexpr std::size_t alignment = 64;
  static constexpr unsigned smallest = 6, largest = 24; // log2 of bytes
  struct block {
    block *next;
  };

  block *lists[65]; ///< by size class; those above `largest` stay empty
  unsigned kept;    ///< the largest class that is kept: 0 before the first release and after the end
  bool ended;
};

inline constinit thread_local memory_pool pool_of_thread{};

inline void *allocate_block(std::size_t bytes) { return allocate(bytes, std::align_val_t(memory_pool::alignment)); }
inline void free_block(void *p) { ::operator delete(p, std::align_val_t(memory_pool::alignment)); }

struct pool_end {
  ~pool_end() {
    memory_pool &pool = pool_of_thread;
    pool.kept = 0;
    pool.ended = true;
    for (memory_pool::block *&list : pool.lists)
      while (memory_pool::block *b = list) {
        list = b->next;
        free_block(b);
      }
  }
};

[[gnu::cold, gnu::noinline]] inline void begin_pool(memory_pool &pool) {
  static thread_local pool_end end;
  static_cast<void>(&end);
  pool.kept = memory_pool::largest;
}

/// The size class: log2 of the bytes that a block for `bytes` has.
constexpr unsigned size_class(std::size_t bytes) {
  return static_cast<unsigned>(std::bit_width((bytes - 1) | ((std::size_t{1} << memory_pool::smallest) - 1)));
}

/// Memory for `bytes` > 0.
inline void *acquire(std::size_t bytes) {
  const unsigned c = size_class(bytes);
  memory_pool &pool = pool_of_thread;
  if (memory_pool::block *b = pool.lists[c]) [[likely]] {
    pool.lists[c] = b->next;
    return b;
  }
  return allocate_block(c > memory_pool::largest ? bytes : std::size_t{1} << c);
}

/// A block that a thread's lists do not take: they have not begun, or have ended, or it is too large.
[[gnu::cold, gnu::noinline]] inline void release_elsewhere(void *p, unsigned c, memory_pool &pool) noexcept {
  if (c > memory_pool::largest || pool.ended) {
    free_block(p);
    return;
  }
  begin_pool(pool);
  pool.lists[c] = ::new (p) memory_pool::block{pool.lists[c]};
}

/// Gives back what `acquire(bytes)` returned; on any thread.
inline void release(void *p, std::size_t bytes) noexcept {
  const unsigned c = size_class(bytes);
  memory_pool &pool = pool_of_thread;
  if (c > pool.kept) [[unlikely]]
    release_elsewhere(p, c, pool);
  else
    pool.lists[c] = ::new (p) memory_pool::block{pool.lists[c]};
}

} // namespace soac::detail
