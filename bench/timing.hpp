// The time of one call: the best of several, for a tenth of a second at least, after a first that warms up.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

template <class F> double best_seconds(F &&f, int repetitions = 7) {
  f();
  double best = std::numeric_limits<double>::infinity(), all = 0;
  for (int i = 0; i < repetitions || all < 0.1; ++i) {
    const auto start = std::chrono::steady_clock::now();
    f();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    best = std::min(best, seconds);
    all += seconds;
  }
  return best;
}
