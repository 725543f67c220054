// Numbers for tests that are neither alike nor in any order.
#pragma once

#include <cmath>
#include <vector>

namespace e2e {

/// n numbers between `low` and `high`, others for each seed.
inline std::vector<double> waves(int n, double low = 0.2, double high = 0.9, int seed = 1) {
  std::vector<double> x;
  for (int i = 0; i < n; ++i)
    x.push_back(low + (high - low) * 0.5 * (1 + std::sin(12.9898 * (i + 1) * seed + 78.233 * seed)));
  return x;
}

} // namespace e2e
