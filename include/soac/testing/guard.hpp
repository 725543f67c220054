// Arrays that end where memory ends: an access behind one of them is seen, with the array's name and the index.
//
// Where `now` says so, memory from operator new lies at the end of pages with pages behind that cannot be touched.
// Include this in one file of a program: it replaces the global operator new and delete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace soac::testing::guard {

/// Pages at `pages`, of which the first `usable` bytes may be touched; what was asked for is at their end.
struct region {
  char *pages, *data;
  std::size_t usable;
};
inline constexpr std::size_t untouchable = std::size_t{1} << 20, most_regions = 4096;
inline constinit region regions[most_regions] = {};
inline constinit std::size_t count = 0;

/// `exact`: what is asked for ends where the pages do, aligned as its size is. `aligned`: up to 15 bytes before, so that
/// it is aligned as compilers take memory from operator new to be; these bytes are no numbers.
enum class mode { off, exact, aligned };
inline constinit mode now = mode::off;
inline constinit int left = 0; ///< how many allocations more are guarded

/// Null where there is no room for one more.
inline void *allocate(std::size_t bytes) {
  static const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  if (count == most_regions || left-- <= 0)
    return nullptr;
  const std::size_t slack = now == mode::aligned ? (16 - bytes % 16) % 16 : 0;
  const std::size_t usable = (bytes + slack + page - 1) / page * page;
  void *const pages = mmap(nullptr, usable + untouchable, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED)
    return nullptr;
  char *const begin = static_cast<char *>(pages);
  if (usable > 0 && mprotect(pages, usable, PROT_READ | PROT_WRITE) != 0)
    return nullptr;
  char *const end = begin + usable, *const data = end - slack - bytes;
  std::memset(end - slack, 0xff, slack); // not a number
  regions[count++] = {begin, data, usable};
  return data;
}

/// False where `data` is no guarded memory.
inline bool release(void *data) {
  for (std::size_t i = count; i-- > 0;)
    if (regions[i].data == data) {
      munmap(regions[i].pages, regions[i].usable + untouchable);
      regions[i] = regions[--count];
      return true;
    }
  return false;
}

/// An array of an argument: its name, and where it lies.
struct known_array {
  std::string name;
  const void *data;
  std::size_t size, element;
};
inline std::vector<known_array> arrays;

/// The access at `address`: the array in front of it, and which of its elements it would be.
struct access {
  const known_array *array = nullptr;
  std::int64_t index = 0;
  std::size_t bytes = 0; ///< of a guarded array, of an argument or not
};
inline access access_at(const void *address) {
  const char *const at = static_cast<const char *>(address);
  for (std::size_t i = 0; i < count; ++i) {
    const region &r = regions[i];
    if (at < r.pages || at >= r.pages + r.usable + untouchable)
      continue;
    for (const known_array &a : arrays)
      if (a.data == r.data)
        return {&a, (at - r.data) / static_cast<std::int64_t>(a.element), a.size * a.element};
    return {nullptr, 0, static_cast<std::size_t>(r.pages + r.usable - r.data)};
  }
  return {};
}

} // namespace soac::testing::guard

// Weak: a program may have an operator new of its own.
[[gnu::weak]] void *operator new(std::size_t bytes) {
  if (soac::testing::guard::now != soac::testing::guard::mode::off)
    if (void *const p = soac::testing::guard::allocate(bytes))
      return p;
  if (void *const p = std::malloc(bytes > 0 ? bytes : 1))
    return p;
  throw std::bad_alloc();
}
[[gnu::weak]] void operator delete(void *p) noexcept {
  if (p && !(soac::testing::guard::count > 0 && soac::testing::guard::release(p)))
    std::free(p);
}
[[gnu::weak]] void operator delete(void *p, std::size_t) noexcept { ::operator delete(p); }
