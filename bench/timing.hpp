// The time of one call: the best of several, after a first that warms up.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

template <class F> double best_seconds(F &&f, int repetitions = 7) {
  f();
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < repetitions; ++i) {
    const auto start = std::chrono::steady_clock::now();
    f();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}
