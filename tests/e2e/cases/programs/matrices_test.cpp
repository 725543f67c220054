#include "matrices.hpp"

#include "check.hpp"
#include "matrices.soac.hpp"

#include <cmath>

using reals = std::vector<double>;
using vector = soac::array<double>;
using matrix = soac::array<double, 2>;

namespace {
const reals spd{4, 1, 0.5, 1, 5, 2, 0.5, 2, 6};
const Matrix3 a{{{4, 1, 0.5}, {1, 5, 2}, {0.5, 2, 6}}}, general{{{0.5, 2, 1}, {3, -1, 0.4}, {1, 1, 2}}};
} // namespace

DERIVATIVES(Matrices, cholesky_log_determinant, spd, 3)
DERIVATIVES(Matrices, householder_least_squares, (matrix{{1, 2}, {0.5, -1}, {2, 0.3}, {1, 1}}), vector{1, 2, -1, 0.5})
DERIVATIVES(Matrices, determinant_with_pivots, general)
DERIVATIVES(Matrices, largest_eigenvalue, (matrix{{4, 1, 0.5}, {1, 5, 2}, {0.5, 2, 6}}), 8)
DERIVATIVES(Matrices, jacobi_eigenvalues, a, 3)
DERIVATIVES(Matrices, conjugate_gradients, spd, reals{1, -2, 0.5}, 1e-9)
DERIVATIVES(Matrices, gram_schmidt, (std::vector<std::array<double, 3>>{{1, 0.5, 0}, {0.2, 1, -1}, {1, 1, 1}}))
DERIVATIVES(Matrices, matrix_exponential, 1.3, 0.2, 0.7)
DERIVATIVES(Matrices, back_substitution, reals{2, 1, -1, 0, 3, 0.5, 0, 0, 1.5}, reals{1, 2, 3}, 3)
DERIVATIVES(Matrices, inverse_trace, (matrix{{4, 1, 0.5}, {1, 5, 2}, {0.5, 2, 6}}))
DERIVATIVES(Matrices, power_trace, general, 5u)
DERIVATIVES(Matrices, log_gaussian, reals{0.3, 1, -0.4}, reals{0, 0.5, 0.1}, spd)
DERIVATIVES(Matrices, packed_columns, reals{1, -2, 0.5, 3, 0.25, -1}, reals{0.3, -1, 2, 0.7})
DERIVATIVES(Matrices, packed_columns_by_maps, (vector{1, -2, 0.5, 3, 0.25, -1}), (vector{0.3, -1, 2, 0.7}))
DERIVATIVES(Matrices, polar_rotation, 1.2, -0.3, 0.7, 0.9)

// d log det A / dA is the inverse transposed; here with what the factorisation reads: the lower triangle.
TEST(Matrices, LogDeterminantIsTheInverse) {
  reals adjoint(4);
  cholesky_log_determinant_vjp(reals{2, 1, 1, 3}, 2, 1.0, adjoint);
  EXPECT_NEAR(adjoint[0], 3.0 / 5, 1e-14);
  EXPECT_NEAR(adjoint[1], 0, 1e-14);
  EXPECT_NEAR(adjoint[2], -2.0 / 5, 1e-14);
  EXPECT_NEAR(adjoint[3], 2.0 / 5, 1e-14);
}

// exp of a scaled rotation: e^(-decay t) (cos + 2 sin)(angle t)
TEST(Matrices, ExponentialIsKnown) {
  double angle = 0, decay = 0, time = 0;
  const double value = matrix_exponential_vjp(1.3, 0.2, 0.7, 1.0, angle, decay, time);
  const double size = std::exp(-0.14), c = std::cos(0.91), s = std::sin(0.91);
  EXPECT_NEAR(value, size * (c + 2 * s), 1e-12);
  EXPECT_NEAR(angle, 0.7 * size * (2 * c - s), 1e-12);
  EXPECT_NEAR(decay, -0.7 * value, 1e-12);
}

TEST(Matrices, QuadraticForm) {
  const double m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, x[3] = {1, -1, 2};
  double m_adj[3][3] = {}, x_adj[3] = {};
  const double value = quadratic_form_vjp(m, x, 1.0, m_adj, x_adj);
  EXPECT_EQ(value, quadratic_form(m, x));
  for (int i = 0; i < 3; ++i) {
    double expected = 0;
    for (int j = 0; j < 3; ++j) {
      EXPECT_EQ(m_adj[i][j], x[i] * x[j]);
      expected += (m[i][j] + m[j][i]) * x[j];
    }
    EXPECT_EQ(x_adj[i], expected);
  }
}
