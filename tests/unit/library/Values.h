// Test data and comparison of arrays.
#pragma once

#include <soac/soac.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace soac_test {

using soac::index;

/// The elements in row-major order.
template <class X> auto values(const X &x) {
  const auto flat = soac::flatten(x);
  return std::vector<typename decltype(flat)::value_type>(flat.begin(), flat.end());
}
template <class T> using list = std::vector<T>;

/// n distinct numbers of mixed sign, from a small linear congruence.
inline std::vector<double> numbers(index n, unsigned seed = 1) {
  std::vector<double> r;
  for (index i = 0; i < n; ++i) {
    seed = seed * 1664525u + 1013904223u;
    r.push_back(static_cast<double>(seed >> 8) / 8388608.0 - 1.0);
  }
  return r;
}

inline soac::array<double, 2> matrix(index n, index m, unsigned seed = 1) {
  return soac::array<double, 2>(numbers(n * m, seed).data(), n, m);
}

/// Sizes that leave blocks and lanes incomplete.
inline const std::vector<index> sizes{0, 1, 2, 3, 7, 15, 16, 17, 31, 33, 64, 100, 1000};

} // namespace soac_test
