#include "loops.hpp"

#include "check.hpp"
#include "loops.soac.hpp"

using reals = std::vector<double>;

DERIVATIVES(Loops, rosenbrock, reals{-1.2, 1.0, 0.3, 2.0}, 4)
DERIVATIVES(Loops, horner, 0.7, reals{1.0, -2.0, 0.5, 3.0}, 4)
DERIVATIVES(Loops, scale_and_add, 0.3, reals{1.0, 2.0, 3.0}, reals{-1.0, 0.5, 2.0}, 3)

TEST(Loops, NoCoefficientsIsTheZeroPolynomial) {
  double x_adj = 0;
  EXPECT_EQ(horner_vjp(2.0, nullptr, 0, 1.0, x_adj, nullptr), 0.0);
  EXPECT_EQ(x_adj, 0.0);
}

TEST(Loops, RosenbrockKnownGradient) {
  const reals x{-1.2, 1.0};
  reals adjoint(2);
  EXPECT_DOUBLE_EQ(rosenbrock_vjp(x.data(), 2, 1.0, adjoint.data()), 24.2);
  EXPECT_NEAR(adjoint[0], -215.6, 1e-10);
  EXPECT_NEAR(adjoint[1], -88.0, 1e-10);
}

TEST(Loops, nests_that_overwrite) {
  const reals x{0.3, -0.7, 0.9, 0.2, 0.5, 1.1, -0.4, 0.8, 0.6, -0.2, 0.1, 0.75};
  for (const int n : {0, 1, 3})
    for (const int m : {0, 1, 4}) {
      EXPECT_DERIVATIVES(flat_nest, x, n, m);
      EXPECT_DERIVATIVES(pairs, x, n, m);
      EXPECT_DERIVATIVES(in_strips, x, n, m);
      EXPECT_DERIVATIVES(triangle, x, n * m);
    }
  for (const int steps : {0, 1, 2})
    for (const int m : {0, 1, 3}) {
      EXPECT_DERIVATIVES(rows_and_columns, x, steps, 2, m);
      EXPECT_DERIVATIVES(slope_of_rows_and_columns, x, steps, 2, m);
    }
}
