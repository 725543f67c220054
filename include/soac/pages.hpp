// Memory from the system: what is large in huge pages, where Linux gives them to who asks
// (`transparent_hugepage/enabled` is `madvise`, or `always`). A log of 100 MB, written for the first time, has 50 page
// faults then, not 25,000.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace soac::detail {

/// Of fewer bytes the part that is not used may be most of a huge page.
inline constexpr std::size_t least_in_huge_pages = std::size_t(4) << 20;

[[gnu::cold, gnu::noinline]] inline void ask_for_huge_pages([[maybe_unused]] void *memory,
                                                            [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t page = 4096; // of larger pages the system refuses: then all is as it was
  const auto begin = reinterpret_cast<std::uintptr_t>(memory), first = (begin + page - 1) / page * page;
  static_cast<void>(madvise(reinterpret_cast<void *>(first), (begin + bytes - first) / page * page, MADV_HUGEPAGE));
#endif
}

/// Memory that is not filled, for `::operator delete` with the same alignment. Throws std::bad_alloc.
inline void *allocate(std::size_t bytes, std::align_val_t alignment) {
  void *const memory = ::operator new(bytes, alignment);
  if (bytes >= least_in_huge_pages) [[unlikely]]
    ask_for_huge_pages(memory, bytes);
  return memory;
}

} // namespace soac::detail
