// What code calls at each access to memory that is compiled with -fsanitize=thread.
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace shim {
void accessed(const void *p, std::size_t bytes, bool is_write); ///< shim.cpp
}
using shim::accessed;

extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void *) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void **, void *) {}
void __tsan_vptr_read(void **) {}
#define SHIM_ACCESSES(bytes)                                                                                                   \
  void __tsan_read##bytes(void *p) { accessed(p, bytes, false); }                                                              \
  void __tsan_write##bytes(void *p) { accessed(p, bytes, true); }                                                              \
  void __tsan_unaligned_read##bytes(void *p) { accessed(p, bytes, false); }                                                    \
  void __tsan_unaligned_write##bytes(void *p) { accessed(p, bytes, true); }                                                    \
  void __tsan_volatile_read##bytes(void *p) { accessed(p, bytes, false); }                                                     \
  void __tsan_volatile_write##bytes(void *p) { accessed(p, bytes, true); }                                                     \
  void __tsan_read_write##bytes(void *p) { accessed(p, bytes, false), accessed(p, bytes, true); }                              \
  void __tsan_unaligned_read_write##bytes(void *p) { accessed(p, bytes, false), accessed(p, bytes, true); }
SHIM_ACCESSES(1)
SHIM_ACCESSES(2)
SHIM_ACCESSES(4)
SHIM_ACCESSES(8)
SHIM_ACCESSES(16)
void __tsan_read_range(void *p, std::size_t bytes) { bytes > 0 ? accessed(p, bytes, false) : void(); }
void __tsan_write_range(void *p, std::size_t bytes) { bytes > 0 ? accessed(p, bytes, true) : void(); }
void *__tsan_memcpy(void *to, const void *from, std::size_t bytes) {
  __tsan_read_range(const_cast<void *>(from), bytes);
  __tsan_write_range(to, bytes);
  return std::memcpy(to, from, bytes);
}
void *__tsan_memmove(void *to, const void *from, std::size_t bytes) {
  __tsan_read_range(const_cast<void *>(from), bytes);
  __tsan_write_range(to, bytes);
  return std::memmove(to, from, bytes);
}
void *__tsan_memset(void *to, int value, std::size_t bytes) {
  __tsan_write_range(to, bytes);
  return std::memset(to, value, bytes);
}
// Counters of the standard library's shared pointers, on the host.
#define SHIM_ATOMICS(bits, type)                                                                                               \
  type __tsan_atomic##bits##_load(const volatile type *p, int) { return *p; }                                                  \
  void __tsan_atomic##bits##_store(volatile type *p, type x, int) { *p = x; }                                                  \
  type __tsan_atomic##bits##_exchange(volatile type *p, type x, int) { return __atomic_exchange_n(p, x, __ATOMIC_SEQ_CST); }   \
  type __tsan_atomic##bits##_fetch_add(volatile type *p, type x, int) { return __atomic_fetch_add(p, x, __ATOMIC_SEQ_CST); }   \
  type __tsan_atomic##bits##_fetch_sub(volatile type *p, type x, int) { return __atomic_fetch_sub(p, x, __ATOMIC_SEQ_CST); }   \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile type *p, type *expected, type x, int, int) {                      \
    return __atomic_compare_exchange_n(p, expected, x, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                             \
  }
SHIM_ATOMICS(8, std::uint8_t)
SHIM_ATOMICS(16, std::uint16_t)
SHIM_ATOMICS(32, std::uint32_t)
SHIM_ATOMICS(64, std::uint64_t)
}
