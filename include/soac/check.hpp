// Checks of shapes and indices: they throw while SOAC_CHECKS is 1, and compile away otherwise.
#pragma once

#include "soac/names.hpp"

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>

namespace soac {

/// The extents (or strides) of R dimensions, outermost first.
template <int R> using shape = std::array<index, static_cast<std::size_t>(R)>;

namespace detail {

template <std::size_t R> std::string text(const std::array<index, R> &extents) {
  std::string r = "[";
  for (const index e : extents)
    r += (r.size() > 1 ? ", " : "") + std::to_string(e);
  return r + "]";
}

[[noreturn, gnu::cold, gnu::noinline]] inline void fail_index(index i, index extent) {
  throw std::out_of_range("soac: index " + std::to_string(i) + " is not in [0, " + std::to_string(extent) + ")");
}
template <std::size_t A, std::size_t B>
[[noreturn, gnu::cold, gnu::noinline]] void fail_shape(const char *where, std::array<index, A> a,
                                                       std::array<index, B> b) {
  throw std::invalid_argument("soac: " + std::string(where) + ": shapes " + text(a) + " and " + text(b) + " differ");
}
[[noreturn, gnu::cold, gnu::noinline]] inline void fail_argument(const char *where, const char *why) {
  throw std::invalid_argument("soac: " + std::string(where) + ": " + why);
}

constexpr void check_index([[maybe_unused]] index i, [[maybe_unused]] index extent) {
#if SOAC_CHECKS
  if (static_cast<std::uint64_t>(i) >= static_cast<std::uint64_t>(extent)) [[unlikely]]
    fail_index(i, extent);
#endif
}
/// `where` is the function that asks, for the message.
template <std::size_t A, std::size_t B>
constexpr void check_shape([[maybe_unused]] const char *where, [[maybe_unused]] const std::array<index, A> &a,
                           [[maybe_unused]] const std::array<index, B> &b) {
#if SOAC_CHECKS
  if constexpr (A != B) {
    fail_shape(where, a, b);
  } else if (a != b) [[unlikely]] {
    fail_shape(where, a, b);
  }
#endif
}
constexpr void check_that([[maybe_unused]] bool condition, [[maybe_unused]] const char *where,
                          [[maybe_unused]] const char *why) {
#if SOAC_CHECKS
  if (!condition) [[unlikely]]
    fail_argument(where, why);
#endif
}

} // namespace detail
} // namespace soac
