#include "recurrences.hpp"

#include "check.hpp"
#include "recurrences.soac.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace recurrences {

namespace {

std::vector<double> waves(int n, double phase) {
  std::vector<double> x(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i)
    x[static_cast<std::size_t>(i)] = std::sin(1.3 * i + phase);
  return x;
}

} // namespace

TEST(Recurrences, curves) {
  for (const int n : {1, 2, 3, 18, 40}) {
    EXPECT_DERIVATIVES(de_casteljau, waves(n, 0.4), 0.3);
    EXPECT_DERIVATIVES(de_casteljau_in_turn, waves(n, 0.4), 0.3);
  }
}
DERIVATIVES(Recurrences, divided_differences, (std::vector<double>{0.0, 0.5, 1.1, 1.4, 2.0}), waves(5, 0.2), 5, 0.7)
TEST(Recurrences, trees) {
  for (const int steps : {0, 1, 4, 25}) {
    EXPECT_DERIVATIVES(european, 1.0, 1.05, 0.55, 0.99, 1.02, steps);
    EXPECT_DERIVATIVES(american, 1.0, 1.07, 0.5, 0.98, 1.03, steps);
  }
}
DERIVATIVES(Recurrences, knapsack, (std::vector<double>{1.3, 2.1, 0.7, 1.9, 1.15}), (std::vector<int>{3, 5, 2, 4, 3}), 30)
DERIVATIVES(Recurrences, romberg, 0.1, 1.4, 6)
DERIVATIVES(Recurrences, advected, waves(20, 0.1), 0.1, 7)
TEST(Recurrences, ofTwoRows) {
  for (const int n : {2, 3, 24})
    EXPECT_DERIVATIVES(coupled, waves(n, 0.3), waves(n, 1.1), 0.7);
}
DERIVATIVES(Recurrences, rows_of_tables, waves(36, 0.5), 6, 0.8)

// In single precision the differences say little: both modes give the same, and the row is what the function makes.
TEST(Recurrences, inSinglePrecision) {
  const int n = 40, rounds = 5;
  std::vector<float> row(n), tangent(n), adjoint(n, 1.0F);
  for (int i = 0; i < n; ++i) {
    row[static_cast<std::size_t>(i)] = std::sin(0.3F * static_cast<float>(i));
    tangent[static_cast<std::size_t>(i)] = std::cos(0.7F * static_cast<float>(i));
  }
  const std::vector<float> direction = tangent;
  std::vector<float> own = row, forward = row;
  smoothed(own.data(), n, rounds, 0.2F);
  smoothed_jvp(forward.data(), n, rounds, 0.2F, tangent.data(), 0.5F);
  float byC = 0;
  smoothed_vjp(row.data(), n, rounds, 0.2F, adjoint.data(), byC);
  double along = 0, back = 0.5 * byC;
  for (std::size_t i = 0; i < own.size(); ++i) {
    EXPECT_NEAR(row[i], own[i], 1e-5);
    EXPECT_NEAR(forward[i], own[i], 1e-5);
    along += tangent[i];
    back += static_cast<double>(adjoint[i]) * direction[i];
  }
  EXPECT_NEAR(along, back, 1e-4 * std::abs(along) + 1e-4);
}

} // namespace recurrences
