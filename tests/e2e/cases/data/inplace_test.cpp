#include "inplace.hpp"

#include "check.hpp"
#include "inplace.soac.hpp"

#include <cmath>

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

DERIVATIVES(InPlace, cholesky, reals{4, 1, 0.5, 1, 5, 1.5, 0.5, 1.5, 6}, 3)
DERIVATIVES(InPlace, log_determinant, reals{4, 1, 0.5, 1, 5, 1.5, 0.5, 1.5, 6}, 3)
DERIVATIVES(InPlace, solve_tridiagonal, reals{0, 0.5, 0.3, 0.2}, reals{2, 2.5, 3, 2.2}, reals{0.4, 0.1, 0.6, 0},
            reals{1, 2, -1, 0.5}, 4)
DERIVATIVES(InPlace, burgers, reals{0.1, 0.5, 0.9, 0.3, -0.2, 0.4}, 6, 3, 0.05)
DERIVATIVES(InPlace, heat_energy, reals{0.1, 0.5, 0.9, 0.3, -0.2}, 4)
DERIVATIVES(InPlace, matrix_product, reals{1, 2, 3, 4, 5, 6}, reals{0.5, -1, 2, 0.25, 1.5, -0.75}, reals(4), 2, 2, 3)
DERIVATIVES(InPlace, newton_root, 2.0, 1.0)
DERIVATIVES(InPlace, runge_kutta, reals{2.0, 0.1}, 0.4, -0.2, 0.05, 20)
DERIVATIVES(InPlace, prefix_products, reals{1.5, -0.5, 2.0, 0.7}, 4)
DERIVATIVES(InPlace, swap_elements, reals{1.5, -0.5, 2.0, 0.7}, 6)
DERIVATIVES(InPlace, bubble_sort, reals{1.5, -0.5, 2.0, 0.7, 0.1}, 5)
DERIVATIVES(InPlace, collatz_like, 0.3, 7)
DERIVATIVES(InPlace, lu_pivot, (soac::array<double, 2>{{1, 4, 2}, {3, 1, 5}, {2, 2, 0.5}}))
DERIVATIVES(InPlace, horner_table, reals{1, 4, 2, 3, 1, 5}, std::vector<int>{3, 1, -1, 2, 4, 200, 0}, 7, 0.7)

TEST(InPlace, GaussSeidel) {
  soac::array<double, 2> u(4, 5), f(4, 5);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 5; ++j) {
      u(i, j) = 0.1 * i - 0.2 * j;
      f(i, j) = 0.3 * i * j;
    }
  EXPECT_DERIVATIVES(gauss_seidel, u, f, 3);
}

TEST(InPlace, SinglePrecisionKnownGradient) {
  const std::vector<float> x{0.5f, -1.0f};
  std::vector<float> adjoint(2);
  float s_adj = 0;
  single_precision_vjp(x.data(), 2, 0.7f, 1.0f, adjoint.data(), s_adj);
  const double a = std::exp(-0.25 * 0.7), b = std::exp(-0.7);
  EXPECT_NEAR(adjoint[0], -2 * 0.5 * 0.7 * a / (a + b), 1e-6);
  EXPECT_NEAR(adjoint[1], 2 * 0.7 * b / (a + b), 1e-6);
  EXPECT_NEAR(s_adj, (-0.25 * a - b) / (a + b), 1e-6);
}
