// The skeletons of generated code give the sequential result for every number of threads, also where OpenMP gives a
// region fewer than it asks for (the CTest case `library.threads_fewer` has a limit of two). Loops are shared from two
// iterations on (SOAC_PARALLEL_THRESHOLD).
#include <gtest/gtest.h>

#include <soac/runtime/runtime.hpp>

#include <numeric>
#include <vector>

namespace soac { // so that `index` is ours, not C's
namespace {

constexpr index sizes[] = {0, 1, 2, 3, 7, 64, 1001};

template <class Body> void withThreads(Body body) {
#if defined(_OPENMP)
  const int before = omp_get_max_threads();
  for (int threads = 1; threads <= 5; ++threads) {
    omp_set_num_threads(threads);
    body();
  }
  omp_set_num_threads(before);
#else
  body();
#endif
}

/// Integers, so that every order of additions gives the same number.
double value(index i) { return static_cast<double>(i % 17 - 3); }

} // namespace

TEST(Threads, EveryIterationRunsOnce) {
  withThreads([] {
    for (index n : sizes) {
      workspace memory;
      std::vector<int> simple(static_cast<std::size_t>(n)), nested(static_cast<std::size_t>(n));
      runtime::parallel_simd_map(memory, n, 1, [&](index i) { ++simple[static_cast<std::size_t>(i)]; });
      runtime::parallel_map(memory, n, 1, [&](index i, workspace &own) {
        const auto scratch = own.make<int>(index{3});
        scratch(0) = 1;
        nested[static_cast<std::size_t>(i)] += scratch(0);
      });
      EXPECT_EQ(simple, std::vector<int>(static_cast<std::size_t>(n), 1));
      EXPECT_EQ(nested, std::vector<int>(static_cast<std::size_t>(n), 1));
    }
  });
}

TEST(Threads, ReductionsSeeEveryElement) {
  withThreads([] {
    for (index n : sizes) {
      workspace memory;
      double expected = 5;
      for (index i = 0; i < n; ++i)
        expected += value(i);
      EXPECT_EQ(expected, runtime::parallel_simd_reduce<runtime::plus>(memory, 5.0, n, 1, value));
      EXPECT_EQ(expected, runtime::parallel_reduce<runtime::plus>(memory, 5.0, n, 1, value));
      const auto both = [](index i) { return std::tuple(value(i), value(i)); };
      const auto [sum, largest] =
          runtime::parallel_simd_reduce<runtime::plus, runtime::maximum>(memory, std::tuple(5.0, -9.0), n, 1, both);
      EXPECT_EQ(expected, sum);
      EXPECT_EQ(n == 0 ? -9.0 : value(std::min<index>(n - 1, 16)), largest);
    }
  });
}

// Few elements: each thread has a copy. Many, or a pointer's, of which no number is known: one thread adds.
TEST(Threads, WhatIterationsAddArrives) {
  withThreads([] {
    for (index n : sizes)
      for (auto [bins, extent] : {std::pair(index{3}, index{3}), std::pair(index{20000}, index{20000}),
                                  std::pair(index{3}, index{0})}) {
        workspace memory;
        std::vector<double> sums(static_cast<std::size_t>(bins), 1.0), expected = sums;
        for (index i = 0; i < n; ++i)
          expected[static_cast<std::size_t>(i % bins)] += value(i);
        const auto target = runtime::dense<double, 1>{sums.data(), extent};
        const auto step = [&, bins = bins](index i, auto into) { into(i % bins) += value(i); };
        runtime::accumulating_map(memory, n, 1, step, target);
        EXPECT_EQ(expected, sums);
        const double total = runtime::accumulating_reduce<runtime::plus>(
            memory, 0.0, n, 1,
            [&, bins = bins](index i, auto into) {
              into(i % bins) += -value(i);
              return value(i);
            },
            target);
        EXPECT_EQ(std::vector<double>(static_cast<std::size_t>(bins), 1.0), sums);
        EXPECT_EQ(std::accumulate(expected.begin(), expected.end(), 0.0), total + static_cast<double>(bins));
      }
  });
}

TEST(Threads, AFailureInsideIsThrownOutside) {
  withThreads([] {
    workspace memory;
    runtime::parallel_map(memory, 1000, 1, [&](index i, workspace &own) {
      if (i >= 400)
        own.fail("soac: index out of range");
    });
    EXPECT_TRUE(memory.failed());
    EXPECT_THROW(memory.throw_failure(), std::out_of_range);
    EXPECT_FALSE(memory.failed()); // the next call begins anew
  });
}

} // namespace soac
