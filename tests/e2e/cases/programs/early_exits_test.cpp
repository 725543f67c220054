#include "early_exits.hpp"

#include "check.hpp"
#include "early_exits.soac.hpp"
#include "waves.hpp"

#include <gtest/gtest.h>

namespace early_exits {

using e2e::waves;

namespace {

numbers matrix(int n, double diagonal) {
  numbers a = waves(n * n);
  for (int i = 0; i < n; ++i)
    a[static_cast<std::size_t>(i * n + i)] += diagonal;
  return a;
}

} // namespace

TEST(EarlyExits, OfFactorisations) {
  for (const int n : {0, 1, 2, 4})
    for (const double diagonal : {-0.4, 0.0, 0.5, 2.0}) {
      const numbers a = matrix(n, diagonal), b = waves(n + 1, 0.2, 0.9, 2);
      if (n > 0) {
        EXPECT_DERIVATIVES(determinant, a, n);
        EXPECT_DERIVATIVES(cholesky, a, n);
        EXPECT_DERIVATIVES(cholesky_so_far, a, n);
        EXPECT_DERIVATIVES(from_inner_loops, a, n);
        EXPECT_DERIVATIVES(from_three_loops, a, n, 1.1);
        EXPECT_DERIVATIVES(from_three_loops, a, n, 0.3);
      }
      EXPECT_DERIVATIVES(triangular, a, b, n);
    }
}

TEST(EarlyExits, AtSomeTrip) {
  for (const double limit : {-1.0, 0.25, 0.4, 0.55, 0.7, 3.0}) {
    const numbers x = waves(6);
    for (const int n : {1, 2, 6}) {
      EXPECT_DERIVATIVES(by_both, x, n, limit, 1.0);
      EXPECT_DERIVATIVES(by_both, x, n, 0.1, limit);
      EXPECT_DERIVATIVES(by_steps, x, n, 1, limit);
      EXPECT_DERIVATIVES(by_steps, x, n, 2, limit);
      EXPECT_DERIVATIVES(with_value, x, n, limit);
      EXPECT_DERIVATIVES(inner_break, x, n, limit);
      EXPECT_DERIVATIVES(of_guarded_loop, x, n, limit);
      EXPECT_DERIVATIVES(two_loops, x, n, limit);
      EXPECT_DERIVATIVES(in_place, x, n, limit);
      EXPECT_DERIVATIVES(downwards, x, static_cast<std::size_t>(n), limit);
    }
    EXPECT_DERIVATIVES(where_it_stopped, x, limit);
    EXPECT_DERIVATIVES(do_while, x, limit);
    EXPECT_DERIVATIVES(appended, x, limit);
    EXPECT_DERIVATIVES(chosen, x, (std::vector<int>{0, 1, 0, 1, 2, 0}), limit);
    EXPECT_DERIVATIVES(rows, (std::vector<numbers>{waves(3), waves(3, 0.2, 0.9, 2), waves(3, 0.2, 0.9, 3)}), limit);
  }
}

TEST(EarlyExits, OfIterations) {
  for (const double limit : {-1.0, 0.8, 1.1, 1.6, 9.0})
    for (const int steps : {0, 1, 4}) {
      EXPECT_DERIVATIVES(normalised, waves(4), steps, limit);
      EXPECT_DERIVATIVES(converged, waves(5), steps, 0.01 * limit);
    }
}

DERIVATIVES(EarlyExits, helper, waves(6), 6)
DERIVATIVES(EarlyExits, never, waves(6), 6)
DERIVATIVES(EarlyExits, without_end, waves(4))

TEST(EarlyExits, FromBelow) {
  EXPECT_DERIVATIVES(from_below, waves(6), -3L, 6L);
  EXPECT_DERIVATIVES(from_below, waves(6), 0L, 3L);
  EXPECT_DERIVATIVES(from_below, waves(6), 4L, 2L);
}

} // namespace early_exits
