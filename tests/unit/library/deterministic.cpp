// With SOAC_DETERMINISTIC sums are bitwise equal for every number of threads, though rounding makes their order matter.
// Loops are shared from two iterations on (SOAC_PARALLEL_THRESHOLD).
#include <gtest/gtest.h>

#include <soac/runtime/runtime.hpp>

#include <cmath>
#include <optional>
#include <vector>

namespace soac { // so that `index` is ours, not C's
namespace {

double value(index i) { return std::sin(static_cast<double>(i)) * std::pow(10.0, static_cast<double>(i % 30 - 15)); }

/// All sums over n numbers, one after another.
std::vector<double> sums(index n) {
  workspace memory;
  std::vector<double> result = {runtime::parallel_simd_reduce<runtime::plus>(memory, 1.0, n, 1, value),
                                runtime::parallel_reduce<runtime::plus>(memory, 1.0, n, 1, value)};
  const auto both = [](index i) { return std::tuple(value(i), -value(i)); };
  const auto [a, b] = runtime::parallel_simd_reduce<runtime::plus, runtime::plus>(memory, std::tuple(1.0, 2.0), n, 1, both);
  result.insert(result.end(), {a, b});
  for (const index bins : {index{1}, index{3}, index{20000}}) {
    std::vector<double> into(static_cast<std::size_t>(bins), 1.0);
    const runtime::dense<double, 1> target{into.data(), bins};
    runtime::accumulating_map(memory, n, 1, [&](index i, auto to) { to(i % bins) += value(i); }, target);
    result.push_back(runtime::accumulating_reduce<runtime::plus>(
        memory, 0.0, n, 1,
        [&](index i, auto to) {
          to(i % bins) += value(i + 7);
          return value(i);
        },
        target));
    result.insert(result.end(), into.begin(), into.end());
  }
  return result;
}

} // namespace

TEST(Deterministic, SumsDoNotDependOnTheNumberOfThreads) {
  for (const index n : {0, 1, 2, 7, 15, 16, 17, 1001, 40000}) {
    std::optional<std::vector<double>> of_one;
    for (int threads = 1; threads <= 5; ++threads) {
#if defined(_OPENMP)
      omp_set_num_threads(threads);
#endif
      const std::vector<double> now = sums(n);
      if (!of_one)
        of_one = now;
      EXPECT_EQ(*of_one, now) << n << " numbers, " << threads << " threads";
    }
  }
}

TEST(Deterministic, SumsInsideOfAParallelRegionAreTheSame) {
  const std::vector<double> outside = sums(1001);
  std::vector<double> inside;
#pragma omp parallel num_threads(2)
#pragma omp single
  inside = sums(1001);
  EXPECT_EQ(outside, inside);
}

} // namespace soac
