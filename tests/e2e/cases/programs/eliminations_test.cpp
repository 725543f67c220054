#include "eliminations.hpp"

#include "check.hpp"
#include "eliminations.soac.hpp"
#include "waves.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace eliminations {
namespace {

using e2e::waves;

/// Diagonal elements are greatest.
numbers square(int n, int seed = 1) {
  numbers a = waves(n * n, -0.6, 0.9, seed);
  for (int i = 0; i < n; ++i)
    a[i * n + i] += 2.5;
  return a;
}
matrix rowsOf(const numbers &a, int n) {
  matrix rows;
  for (int i = 0; i < n; ++i)
    rows.emplace_back(a.begin() + i * n, a.begin() + (i + 1) * n);
  return rows;
}

TEST(Eliminations, GaussJordan) {
  for (const int n : {1, 2, 3, 5})
    for (int seed = 1; seed < 3; ++seed) {
      const numbers a = square(n, seed), b = waves(n, -1, 1, seed + 2);
      numbers rotated = a;
      std::rotate(rotated.begin(), rotated.begin() + n, rotated.end());
      EXPECT_DERIVATIVES(inverse, n, a);
      EXPECT_DERIVATIVES(solution, n, a, b);
      EXPECT_DERIVATIVES(solution_behind_the_pivot, n, a, b);
      EXPECT_DERIVATIVES(without_scaling, rowsOf(a, n));
      EXPECT_DERIVATIVES(on_a_pointer, n, a);
      EXPECT_DERIVATIVES(with_pivots, n, a, b);
      EXPECT_DERIVATIVES(with_pivots, n, rotated, b);
      EXPECT_DERIVATIVES(rows_from_below, n, rowsOf(a, n));
      EXPECT_DERIVATIVES(of_many, (std::vector<numbers>{a, square(n, seed + 3)}), n);
    }
}

TEST(Eliminations, RowsBehindThePivot) {
  for (const int n : {1, 2, 3, 5})
    for (int seed = 1; seed < 3; ++seed) {
      const numbers a = square(n, seed);
      EXPECT_DERIVATIVES(pivots_product, n, a);
      EXPECT_DERIVATIVES(fraction_free, n, a);
      EXPECT_DERIVATIVES(by_columns, n, waves(n * n, 0.1, 0.4, seed), numbers(n * n, 0.3));
    }
}

// The whole matrix, or up to the row whose pivot is small.
TEST(Eliminations, LeftEarly) {
  for (const int n : {1, 2, 5})
    for (int left = 0; left <= n; ++left) {
      numbers a = square(n);
      if (left < n)
        a[left * n + left] = -0.1;
      for (int i = 0; i < n; ++i) // so that no step changes that pivot much
        for (int j = 0; j < i; ++j)
          a[i * n + j] *= 0.05;
      EXPECT_DERIVATIVES(factors_or_nothing, a, n);
      EXPECT_DERIVATIVES(lower_factor, a, n);
    }
}

TEST(Eliminations, RowsThatAreCopied) {
  for (const int n : {1, 2, 5}) {
    EXPECT_DERIVATIVES(scratch_row, n, square(n));
    EXPECT_DERIVATIVES(row_by_value, rowsOf(square(n), n));
    EXPECT_DERIVATIVES(row_by_iterators, n, square(n));
  }
}

TEST(Eliminations, Statistics) {
  for (const int n : {2, 4})
    for (int variables = 1; variables < n; ++variables)
      EXPECT_DERIVATIVES(swept, n, rowsOf(square(n), n), variables);
  for (const int count : {0, 1, 4})
    EXPECT_DERIVATIVES(rank_one_updates, 3, square(3), waves(12, -0.7, 0.8), count);
}

// No rows at all.
TEST(Eliminations, OfNothing) {
  numbers a, b, a_adj, b_adj;
  EXPECT_EQ(inverse_vjp(0, a, 1.0, a_adj), 0.0);
  EXPECT_EQ(solution_vjp(0, a, b, 1.0, a_adj, b_adj), 0.0);
  EXPECT_EQ(pivots_product_vjp(0, a, 1.0, a_adj), 1.0);
}

} // namespace
} // namespace eliminations
