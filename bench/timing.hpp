// How long calls take.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <vector>

/// Seconds of one call of `f`.
template <class F> double seconds_of(F &&f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The time of one call: the best of several, for a tenth of a second at least, after a first that warms up.
template <class F> double best_seconds(F &&f, int repetitions = 7) {
  f();
  double best = std::numeric_limits<double>::infinity(), all = 0;
  for (int i = 0; i < repetitions || all < 0.1; ++i) {
    const double seconds = seconds_of(f);
    best = std::min(best, seconds);
    all += seconds;
  }
  return best;
}

struct measurement {
  double least, median; ///< seconds of one call
};

/// Times the calls in turns, so that what disturbs the machine disturbs all of them alike: after a first call of each, at
/// least five rounds, and more until each has run for a fifth of a second. A round calls a short one several times, for a
/// thousandth of a second.
inline std::vector<measurement> in_turns(const std::vector<std::function<void()>> &calls) {
  if (calls.empty())
    return {};
  std::vector<int> repetitions;
  std::vector<std::vector<double>> samples(calls.size());
  for (const auto &call : calls) {
    const double first = std::max(1e-9, std::min(seconds_of(call), seconds_of(call)));
    repetitions.push_back(static_cast<int>(std::max(1.0, 1e-3 / first)));
  }
  std::vector<double> all(calls.size(), 0);
  for (int round = 0; round < 5 || *std::min_element(all.begin(), all.end()) < 0.2; ++round)
    for (std::size_t k = 0; k < calls.size(); ++k) {
      const double seconds = seconds_of([&] {
        for (int i = 0; i < repetitions[k]; ++i)
          calls[k]();
      });
      all[k] += seconds;
      samples[k].push_back(seconds / repetitions[k]);
    }
  std::vector<measurement> result;
  for (std::vector<double> &list : samples) {
    std::sort(list.begin(), list.end());
    result.push_back({list.front(), list[list.size() / 2]});
  }
  return result;
}
