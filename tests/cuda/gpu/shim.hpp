// In the place of tests/cuda/shim where there is a device: nothing is counted or ordered there.
#pragma once

#include <cstddef>

namespace shim {

inline constexpr bool counts = false;

enum class Order { Forward, Reversed, Random };
inline void order(Order) {}
inline bool sees_accesses() { return false; }

struct Counters {
  long launches = 0, allocations = 0, waits = 0, atomics = 0, shared_atomics = 0, copies = 0, copied = 0, loaded = 0, stored = 0;
};
inline Counters counters() { return {}; }
inline void reset() {}
inline void fail_allocation(long) {}
inline std::size_t in_use() { return 0; }

} // namespace shim
