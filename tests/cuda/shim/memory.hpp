// The device's memory: one range of addresses, and beside each byte what is known of it. The host cannot read or write it, as it
// cannot on a device, but for what the shim does itself.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sys/mman.h>
#include <utility>
#include <vector>

namespace shim {

constexpr std::size_t device_bytes = std::size_t(1) << 28;

enum State : unsigned char { None, WithoutValue, WithValue };

/// Who has accessed a byte last: in which launch, which thread, after how many barriers of its block.
struct Accessor {
  std::uint32_t launch, block;
  std::uint16_t thread, barriers;
  std::uint8_t is_atomic, is_of_blocks; ///< of a read: several blocks have read
};
struct Accesses {
  Accessor write, read, read_by_another;
};

template <class T> T *reserve(std::size_t count) {
  void *const p =
      mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) {
    std::fputs("shim: no memory\n", stderr);
    std::abort();
  }
  return static_cast<T *>(p);
}

class DeviceMemory {
public:
  char *const base = protect(reserve<char>(device_bytes), device_bytes, PROT_NONE);
  unsigned char *const state = reserve<unsigned char>(device_bytes);
  Accesses *const accesses = reserve<Accesses>(device_bytes);

  /// As long as there is one, the memory can be accessed.
  class Access {
  public:
    explicit Access(DeviceMemory &memory) : all(memory) { protect(all.base, all.top, PROT_READ | PROT_WRITE); }
    ~Access() { protect(all.base, all.top, PROT_NONE); }
    Access(const Access &) = delete;
    Access &operator=(const Access &) = delete;

  private:
    DeviceMemory &all;
  };

  bool contains(const void *p) const { return std::uintptr_t(p) - std::uintptr_t(base) < device_bytes; }
  std::size_t offset(const void *p) const { return std::size_t(static_cast<const char *>(p) - base); }

  void *allocate(std::size_t bytes) {
    const std::size_t size = (bytes + 511) / 256 * 256; // 256 bytes between two blocks, at least
    auto &list = free[size];
    std::size_t at = top;
    if (list.empty()) {
      if (top + size > device_bytes)
        return nullptr;
      top += size;
    } else {
      at = list.back();
      list.pop_back();
    }
    blocks[at] = {size, bytes};
    mark(at, bytes, WithoutValue);
    return base + at;
  }
  bool release(const void *p) {
    const auto block = blocks.find(offset(p));
    if (!contains(p) || block == blocks.end())
      return false;
    mark(block->first, block->second.second, None);
    free[block->second.first].push_back(block->first);
    blocks.erase(block);
    return true;
  }
  void mark(std::size_t at, std::size_t bytes, State s) {
    std::memset(state + at, s, bytes);
    const Access open(*this);
    if (s == WithoutValue)
      std::memset(base + at, 0xff, bytes); // not-a-number
  }
  std::size_t in_use() const {
    std::size_t n = 0;
    for (const auto &[at, sizes] : blocks)
      n += sizes.second;
    return n;
  }

private:
  static char *protect(char *memory, std::size_t bytes, int allowed) {
    if (mprotect(memory, bytes, allowed) != 0)
      std::abort();
    return memory;
  }

  std::size_t top = 0;
  std::map<std::size_t, std::vector<std::size_t>> free;
  std::map<std::size_t, std::pair<std::size_t, std::size_t>> blocks;
};

inline DeviceMemory &memory() {
  static DeviceMemory all;
  return all;
}

} // namespace shim
