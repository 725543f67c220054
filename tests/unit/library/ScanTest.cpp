// Scans and histograms give one result for every number of threads, which is that of a plain loop where operations are
// exact.
#include <gtest/gtest.h>

#include <soac/runtime/runtime.hpp>

#include <cmath>
#include <tuple>
#include <vector>

namespace soac { // so that `index` is ours, not C's
namespace {

constexpr index sizes[] = {0, 1, 2, 63, 64, 65, 1001, 40000};

/// Calls body(threads) for one to five threads.
template <class Body> void withThreads(Body body) {
#if defined(_OPENMP)
  const int before = omp_get_max_threads();
  for (int threads = 1; threads <= 5; ++threads) {
    omp_set_num_threads(threads);
    body(threads);
  }
  omp_set_num_threads(before);
#else
  body(1);
#endif
}

/// Inexact, so that another order of additions gives another sum.
double value(index i) { return std::sin(static_cast<double>(i)); }
std::int64_t whole(index i) { return i * 7 % 13 - 5; }
std::size_t at(index i) { return static_cast<std::size_t>(i); }

// x -> a x + b, first the left one: associative, and not commutative.
constexpr auto compose = [](std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
  return std::tuple<std::int64_t, std::int64_t>{a * c % 1009, (b * c + d) % 1009};
};

} // namespace

TEST(Scan, isThePlainLoopWhereOperationsAreExact) {
  withThreads([](int) {
    for (index n : sizes) {
      std::vector<std::int64_t> sums(at(n)), expected(at(n)), lines(at(n)), expectedLines(at(n));
      std::int64_t sum = 3;
      std::tuple<std::int64_t, std::int64_t> line{2, 1};
      for (index i = 0; i < n; ++i) {
        expected[at(i)] = sum += whole(i);
        line = compose(std::get<0>(line), std::get<1>(line), whole(i), i);
        expectedLines[at(i)] = std::get<1>(line);
      }
      runtime::parallel_scan(
          std::int64_t{3}, n, 100000, whole, [](std::int64_t a, std::int64_t b) { return a + b; },
          [&](index i, std::int64_t s) { sums[at(i)] = s; });
      runtime::parallel_scan(
          std::tuple<std::int64_t, std::int64_t>{2, 1}, n, 100000, [](index i) { return std::tuple(whole(i), i); }, compose,
          [&](index i, std::int64_t, std::int64_t b) { lines[at(i)] = b; });
      EXPECT_EQ(sums, expected) << n;
      EXPECT_EQ(lines, expectedLines) << n;
    }
  });
}

TEST(Scan, isTheSameForEveryNumberOfThreads) {
  for (index n : sizes) {
    std::vector<double> first;
    withThreads([&](int threads) {
      std::vector<double> sums(at(n));
      runtime::parallel_scan(
          0.1, n, 100000, value, [](double a, double b) { return a + b; }, [&](index i, double s) { sums[at(i)] = s; });
      if (threads == 1)
        first = sums;
      EXPECT_EQ(sums, first) << n << " elements, " << threads << " threads";
    });
  }
}

namespace {

index scattered(index i) { return (i * 7919) % 1031 - 2; }

template <class T, class Value, class Op> std::vector<T> binned(index n, index bins, T start, Value value, Op op) {
  workspace memory;
  std::vector<T> result(at(bins), start);
  const runtime::dense<T, 1> dest(result.data(), bins);
  runtime::parallel_bins<T>(memory, n, 100000, bins, scattered, value, op, dest);
  return result;
}

// Parts, a plain loop, segments.
constexpr index manyBins = (1 << 18) + 5;

} // namespace

TEST(Bins, areThePlainLoopsWhereOperationsAreExact) {
  const auto larger = [](std::int64_t a, std::int64_t b) { return a < b ? b : a; };
  const auto sum = [](std::int64_t a, std::int64_t b) { return a + b; };
  withThreads([&](int threads) {
    for (index n : sizes)
      for (index bins : {index{0}, index{1}, index{5}, index{600}, manyBins}) {
        std::vector<std::int64_t> sums(at(bins), 3), largest(at(bins), -2);
        for (index i = 0; i < n; ++i)
          if (const index k = scattered(i); k >= 0 && k < bins) {
            sums[at(k)] += whole(i);
            largest[at(k)] = larger(largest[at(k)], whole(i));
          }
        EXPECT_EQ(binned<std::int64_t>(n, bins, 3, whole, sum), sums) << n << ", " << bins << ", " << threads;
        EXPECT_EQ(binned<std::int64_t>(n, bins, -2, whole, larger), largest) << n << ", " << bins << ", " << threads;
      }
  });
}

TEST(Bins, areTheSameForEveryNumberOfThreads) {
  for (index n : sizes)
    for (index bins : {index{5}, index{600}, manyBins}) {
      std::vector<double> first;
      withThreads([&](int threads) {
        const auto sums = binned<double>(n, bins, 0.1, value, [](double a, double b) { return a + b; });
        if (threads == 1)
          first = sums;
        EXPECT_EQ(sums, first) << n << " elements, " << bins << " bins, " << threads << " threads";
      });
    }
}

TEST(Bins, withoutValuesStayAsTheyAre) {
  withThreads([](int) {
    for (index bins : {index{5}, manyBins}) {
      workspace memory;
      std::vector<double> result(at(bins), -0.0);
      runtime::parallel_bins<double>(
          memory, 40000, 100000, bins, [](index) { return index{1}; }, [](index) { return 0.0; },
          [](double a, double b) { return a + b; }, runtime::dense<double, 1>(result.data(), bins));
      EXPECT_TRUE(std::signbit(result[0]));
      EXPECT_FALSE(std::signbit(result[1]));
    }
  });
}

TEST(Bins, ofSeveralComponentsKeepThemTogether) {
  withThreads([](int) {
    for (index bins : {index{3}, manyBins}) {
      workspace memory;
      std::vector<double> best(at(bins), -2.0);
      std::vector<index> where(at(bins), -1);
      runtime::parallel_bins<std::tuple<double, index>>(
          memory, 40000, 100000, bins, [](index i) { return i % 3; }, [](index i) { return std::tuple(value(i), i); },
          [](double a, index i, double b, index j) { return a < b ? std::tuple(b, j) : std::tuple(a, i); },
          runtime::dense<double, 1>(best.data(), bins), runtime::dense<index, 1>(where.data(), bins));
      for (index k = 0; k < 3; ++k) {
        EXPECT_EQ(best[at(k)], value(where[at(k)]));
        EXPECT_EQ(where[at(k)] % 3, k);
        EXPECT_GT(best[at(k)], 0.999999);
      }
    }
  });
}

} // namespace soac
