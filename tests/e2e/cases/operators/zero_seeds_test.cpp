#include "zero_seeds.hpp"

#include "check.hpp"
#include "zero_seeds.soac.hpp"

#include <cmath>

namespace zero_seeds {
namespace {

TEST(ZeroSeeds, OfOneResultLeaveTheOtherAlone) {
  double square = 0, root = 0, x_adj = 0, square_adj = 1, root_adj = 0;
  square_and_root_vjp(0.0, square, root, x_adj, square_adj, root_adj);
  EXPECT_EQ(x_adj, 0);
  double square_tan = 0, root_tan = 0;
  square_and_root_jvp(0.0, square, root, 0.0, square_tan, root_tan);
  EXPECT_EQ(square_tan, 0);
  EXPECT_EQ(root_tan, 0);
  root_adj = 1;
  square_and_root_vjp(0.0, square, root, x_adj, square_adj, root_adj);
  EXPECT_EQ(x_adj, std::numeric_limits<double>::infinity()); // a seed that is not zero meets the pole
}

TEST(ZeroSeeds, OfManyPrimitivesAtTheirPoles) {
  for (const double x : {0.0, -3.0})
    for (const double y : {0.0, -2.0}) {
      double square = 0, others = 0, x_adj = 0, y_adj = 0, square_adj = 1, others_adj = 0;
      square_and_others_vjp(x, y, square, others, x_adj, y_adj, square_adj, others_adj);
      EXPECT_EQ(x_adj, 2 * x);
      EXPECT_EQ(y_adj, 1);
      double square_tan = 0, others_tan = 0;
      square_and_others_jvp(x, y, square, others, 0.0, 0.0, square_tan, others_tan);
      EXPECT_EQ(others_tan, 0);
    }
}

// Functions of numbers are tried without guards, and a NaN has them called again.
TEST(ZeroSeeds, ThatAreTriedWithoutGuards) {
  EXPECT_DOUBLE_EQ(slope_of_roots(0, 4, 3, 0, 0, 1), 12);
  EXPECT_DOUBLE_EQ(slope_of_roots(0, 4, 3, 0, 1, 0), 9.0 / 4);
  EXPECT_DOUBLE_EQ(slope_of_roots(1, 4, 3, 1, 0, 0), 0.5 + 3 + 0.25);
  EXPECT_EQ(slope_of_roots(0, 4, 3, 1, 0, 0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(slope_of_roots(0, 0, 0, 0, 0, 0), 0);
  EXPECT_TRUE(std::isnan(slope_of_roots(-1, 4, 3, 1, 0, 0)));
}

TEST(ZeroSeeds, ThatALoopEndsBy) {
  // d/dz of z^2 sqrt(y) at z = y and y^2 is 2 y^2, so that y loses 0.2 y in each step.
  double y = 2, slope = 1;
  while (y > 0.1) {
    y -= 0.1 * 2 * y;
    slope *= 0.8;
  }
  EXPECT_NEAR(fall_by_run(0, 2, 0), y, 1e-14);
  EXPECT_EQ(fall_by_run(0, 2, 1), -std::numeric_limits<double>::infinity());
  EXPECT_NEAR(slope_of_fall(0, 2, 0), slope, 1e-14);
  EXPECT_NEAR(slope_of_fall_in_reverse(0.5, 2, 0), slope_of_fall(0.5, 2, 0), 1e-14);
}

/// The value's derivative in both modes.
#define EXPECT_BOTH(f, x, expected)                                                                                    \
  do {                                                                                                                 \
    double x_adj = 0, r_tan = 0;                                                                                       \
    f##_vjp(x, 1.0, x_adj);                                                                                            \
    f##_jvp(x, 1.0, r_tan);                                                                                            \
    EXPECT_DOUBLE_EQ(x_adj, expected);                                                                                 \
    EXPECT_DOUBLE_EQ(r_tan, expected);                                                                                 \
  } while (false)

TEST(ZeroSeeds, OfWhatIsComputedAndNotUsed) {
  EXPECT_BOTH(reciprocal, 0.0, 0.0);
  EXPECT_BOTH(reciprocal, 2.0, -0.25);
  EXPECT_BOTH(wave, 0.0, 0.0);
  EXPECT_BOTH(entropy, 0.0, 0.0);
  EXPECT_BOTH(entropy, -1.0, 0.0);
  EXPECT_BOTH(entropy, 1.0, -1.0);
  EXPECT_BOTH(softplus, 800.0, 1.0);
  EXPECT_BOTH(softplus, 0.0, 0.5);
  const soac::array<double> a{1, 2, 0, 3}, b{2, 0, 0, -1};
  soac::array<double> a_adj(4), b_adj(4);
  safe_ratios_vjp(a, b, 1.0, a_adj, b_adj);
  // Only the first divisor is positive: (x / y)^2 by x and y.
  for (soac::index i = 0; i < 4; ++i) {
    EXPECT_EQ(a_adj[i], i == 0 ? 0.5 : 0) << i;
    EXPECT_EQ(b_adj[i], i == 0 ? -0.25 : 0) << i;
  }
  double tangent = 0;
  safe_ratios_jvp(a, b, a, b, tangent);
  EXPECT_EQ(tangent, 0);
}

TEST(ZeroSeeds, OfAnExponentWithoutATangent) {
  double tangent = 0;
  power_jvp(-2.0, 3.0, 1.0, 0.0, tangent);
  EXPECT_EQ(tangent, 12);
}

TEST(ZeroSeeds, InLoops) {
  const double a[] = {1, 2, 3, 4}, b[] = {2, 0, 0, 4};
  double r[4] = {}, r_adj[] = {1, 0, 1, 0}, a_adj[4] = {}, b_adj[4] = {};
  ratios_vjp(a, b, r, 4, a_adj, b_adj, r_adj);
  EXPECT_EQ(a_adj[0], 0.5);
  EXPECT_EQ(b_adj[0], -0.25);
  EXPECT_EQ(a_adj[1], 0);
  EXPECT_EQ(b_adj[1], 0);
  EXPECT_EQ(a_adj[2], std::numeric_limits<double>::infinity());
  EXPECT_EQ(a_adj[3], 0);
  double state[] = {1, 2}, state_adj[] = {0, 1}, rates[] = {0, 2}, rates_adj[2] = {};
  decay_vjp(rates, state, 2, 3, 1.0, rates_adj, state_adj);
  EXPECT_EQ(rates_adj[0], 0);
  EXPECT_DOUBLE_EQ(rates_adj[1], -0.25 - 3 * 2 / 16.0);
  EXPECT_EQ(state_adj[0], 0);
  EXPECT_DOUBLE_EQ(state_adj[1], 1 / 8.0);
}

TEST(ZeroSeeds, KeepTheSecondDerivative) {
  EXPECT_DOUBLE_EQ(excess_second(1.0), 0.5); // the seed that the square root gets is 0, its derivative is not
  EXPECT_DOUBLE_EQ(excess_second_reverse(1.0), 0.5);
  EXPECT_EQ(reciprocal_second(0.0), 0);
  EXPECT_DOUBLE_EQ(reciprocal_second(2.0), 0.25);
  EXPECT_EQ(entropy_second(0.0), 0);
  EXPECT_DOUBLE_EQ(entropy_second(2.0), -0.5);
  EXPECT_EQ(power_second(-2.0, 3.0, 1.0), -12);
  EXPECT_EQ(power_second(0.0, 0.5, 0.0), 0);
}

} // namespace
} // namespace zero_seeds
