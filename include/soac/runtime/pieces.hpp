// Memory from the system for workspaces, and what they have given back.
#pragma once

#include "soac/pages.hpp"

#include <cstddef>
#include <new>

namespace soac::runtime {

inline constexpr std::size_t alignment = 64;
inline constexpr std::size_t aligned(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

/// Memory from the system, with its size; chunks and blocks are made of it.
struct piece {
  piece *next = nullptr;
  std::size_t capacity = 0; ///< of the bytes after the header
  std::size_t most = 0;     ///< of them in use at any time, as far as it is noted

  static constexpr std::size_t header = alignment;
  char *memory() { return reinterpret_cast<char *>(this) + header; }
  static piece *create(std::size_t capacity) {
    void *raw = soac::detail::allocate(header + capacity, std::align_val_t(alignment));
    piece *p = new (raw) piece;
    p->capacity = capacity;
    return p;
  }
  static void destroy(piece *p) { ::operator delete(static_cast<void *>(p), std::align_val_t(alignment)); }
};

/// Blocks have 256 << k bytes. The first such size that is not below the given one, and the last that is not above it.
inline int class_from(std::size_t bytes) {
  int k = 0;
  while ((std::size_t(256) << k) < bytes)
    ++k;
  return k;
}
inline int class_up_to(std::size_t capacity) {
  int k = 0;
  while ((std::size_t(512) << k) <= capacity)
    ++k;
  return k;
}
inline constexpr int classes = 48;

/// Chunks and blocks that workspaces of this thread have given back, for the next one.
class chunk_pool {
public:
  static chunk_pool &local() {
    static thread_local chunk_pool pool;
    return pool;
  }
  ~chunk_pool() {
    for (piece *first : lists)
      while (first) {
        piece *p = first;
        first = p->next;
        piece::destroy(p);
      }
    alive = false;
  }
  /// One of at least this capacity, and of less than eight times of it, or none. Takes the same time however many there are.
  piece *take(std::size_t capacity) {
    const int least = class_up_to(capacity);
    for (int k = least; k < least + 3 && k < classes; ++k) {
      int left = 8; // those of the first list may be too small
      for (piece **link = &lists[k]; *link && left > 0; link = &(*link)->next, --left)
        if ((*link)->capacity >= capacity) {
          piece *p = *link;
          *link = p->next;
          p->next = nullptr;
          total -= p->capacity;
          return p;
        }
    }
    return nullptr;
  }
  void give(piece *p) {
    if (!alive || total + p->capacity > most) {
      piece::destroy(p);
      return;
    }
    piece *&list = lists[class_up_to(p->capacity)];
    p->next = list;
    list = p;
    total += p->capacity;
  }

private:
  static constexpr std::size_t most = std::size_t(64) << 20;
  piece *lists[classes] = {}; ///< by the class up to their capacity
  std::size_t total = 0;
  bool alive = true;
};

} // namespace soac::runtime
