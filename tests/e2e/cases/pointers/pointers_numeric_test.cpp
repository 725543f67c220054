#include "pointers_numeric.hpp"

#include "check.hpp"
#include "pointers_numeric.soac.hpp"

using reals = std::vector<double>;

DERIVATIVES(PointersNumeric, rk4_step, reals{1.5, 0.5}, reals{1.1, 0.4, 0.1, 0.4}, 0.1, 5)
DERIVATIVES(PointersNumeric, nbody_energy, reals{0, 0, 0, 1, 0.5, 0.1, -0.7, 1.2, 0.3}, reals{1, 2, 0.5}, reals(9), 3)
DERIVATIVES(PointersNumeric, stencil, reals{1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 0.5, 2}, reals(12), 3, 4)
DERIVATIVES(PointersNumeric, polynomial, reals{1, -2, 0.5, 3}, 3, 0.7)
DERIVATIVES(PointersNumeric, bilinear, reals{1, 2, 3, 4, 5, 6, 7, 8, 10, 1, 0.5, 2}, 3, 4, 1.3, 2.6)
DERIVATIVES(PointersNumeric, bisection, reals{-2, 0.5, 0.3}, 0.0, 2.0)
DERIVATIVES(PointersNumeric, newton, reals{-2, 0.5, 0.3, 1}, 3, 1.0)
DERIVATIVES(PointersNumeric, simpson, reals{1, 0.5, 2}, 0.1, 1.4, 10)
DERIVATIVES(PointersNumeric, cubic_spline, reals{0, 1, 2.2, 3, 4.1}, reals{1, 0.5, 2, 0.3, 1}, reals(5), reals(5), 5,
            1.7)
DERIVATIVES(PointersNumeric, convolution, reals{0, 1, 2.2, 3, 4.1}, 5, reals{1, 0.5, 2}, 3, reals(7))
DERIVATIVES(PointersNumeric, softmax, reals{0.5, -0.5, 0.2, 0.7}, 4)
DERIVATIVES(PointersNumeric, taylor_shift, reals{0.5, -0.5, 0.2, 0.7}, 4, 0.3)
DERIVATIVES(PointersNumeric, smooth, reals{0.5, -0.5, 0.2, 0.7}, 4, 0.3)

TEST(PointersNumeric, KnownGradients) {
  // p(x) = 1 - 2 x + x^2 / 2 + 3 x^3: dp/dc_k = x^k.
  const reals c{1, -2, 0.5, 3};
  reals c_adj(4);
  double x_adj = 0;
  polynomial_vjp(c.data(), 3, 0.5, 1.0, c_adj.data(), x_adj);
  EXPECT_EQ((reals{1, 0.5, 0.25, 0.125}), c_adj);
  EXPECT_NEAR(-2 + 0.5 + 9 * 0.25, x_adj, 1e-14);
  // x^2 = 2: dx/dc_k = -x^k / p'(x).
  const reals square{-2, 0, 1};
  reals square_adj(3);
  x_adj = 0;
  const double root = newton_vjp(square.data(), 2, 1.0, 1.0, square_adj.data(), x_adj);
  EXPECT_NEAR(std::sqrt(2.0), root, 1e-14);
  EXPECT_NEAR(-0.5 / std::sqrt(2.0), square_adj[0], 1e-10);
  EXPECT_NEAR(-0.5, square_adj[1], 1e-10);
  EXPECT_NEAR(-1 / std::sqrt(2.0), square_adj[2], 1e-10);
  EXPECT_NEAR(0, x_adj, 1e-7);
}

TEST(PointersNumeric, SoftmaxHasTheKnownJacobian) {
  for (std::size_t i = 0; i < 3; ++i) {
    reals x{0.3, -1, 0.8}, adjoint(3);
    adjoint[i] = 1;
    softmax_vjp(x.data(), 3, adjoint.data());
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_NEAR(x[i] * ((i == j ? 1.0 : 0.0) - x[j]), adjoint[j], 1e-15);
  }
}

TEST(PointersNumeric, OneElementAndNothing) {
  double one = 3, one_adj = 2, alpha_adj = 0;
  softmax_vjp(&one, 1, &one_adj);
  EXPECT_EQ(1, one);
  EXPECT_EQ(0, one_adj);
  smooth_vjp(nullptr, 0, 0.5, nullptr, alpha_adj);
  taylor_shift_vjp(nullptr, 0, 0.5, nullptr, alpha_adj);
  EXPECT_EQ(0, alpha_adj);
  double y_adj = 1, k_adj = 0, y = 0;
  const double x = 2, k = 5;
  double x_adj = 0;
  convolution_vjp(&x, 1, &k, 1, &y, &x_adj, &k_adj, &y_adj);
  EXPECT_EQ(10, y);
  EXPECT_EQ(5, x_adj);
  EXPECT_EQ(2, k_adj);
  EXPECT_EQ(0, y_adj);
}
