#include "pointers_algebra.hpp"

#include "check.hpp"
#include "pointers_algebra.soac.hpp"

using reals = std::vector<double>;
using integers = std::vector<int>;

namespace {

const reals matrix{2, -1, 0.5, 3, 1, 4, -2, 0.7, 0.3, 5, 1.5, -0.6, 2.5, 0.1, -3, 1.1};
const reals spd{4, 1, 0.5, 0.2, 1, 5, 1.5, 0.1, 0.5, 1.5, 6, 0.3, 0.2, 0.1, 0.3, 3};

} // namespace

DERIVATIVES(PointersAlgebra, matvec, reals{1, 2, 3, 4, 5, 6}, reals{0.5, -1, 2}, reals(2), 2, 3)
DERIVATIVES(PointersAlgebra, forward_substitution, spd, reals{1, 2, -1, 0.5}, 4)
DERIVATIVES(PointersAlgebra, back_substitution, spd, reals{1, 2, -1, 0.5}, 4)
DERIVATIVES(PointersAlgebra, thomas, reals{0, 0.5, 0.3, 0.2}, reals{2, 2.5, 3, 2.2}, reals{0.4, 0.1, 0.6, 0},
            reals{1, 2, -1, 0.5}, reals(4), 4)
DERIVATIVES(PointersAlgebra, lu_pivot, matrix, integers(4), 4)
DERIVATIVES(PointersAlgebra, solve_gauss, matrix, reals{1, 2, -1, 0.5}, 4)
DERIVATIVES(PointersAlgebra, determinant, matrix, 4)
DERIVATIVES(PointersAlgebra, cholesky_apart, spd, reals(16), 3, 4)
DERIVATIVES(PointersAlgebra, gauss_seidel, reals{1.5, -0.5, 2.0, 0.7, 0.1}, reals{1.5, -0.5, 2.0, 0.7, 0.1}, 5, 1e-3)
DERIVATIVES(PointersAlgebra, jacobi_sweep, reals{0, 1, 2.2, 3, 4.1}, reals(5), reals{1, 0.5, 2, 0.3, 1}, 5)
DERIVATIVES(PointersAlgebra, gram_schmidt, reals{1, 2, 0.5, -1, 2, 0.3, 1, 0.1, 1.7, 0, 0.4, -0.9}, 4, 3)
DERIVATIVES(PointersAlgebra, csr_matvec, integers{0, 2, 3, 5}, integers{0, 2, 1, 0, 2}, reals{1, 2, 3, 4, 5},
            reals{1.5, -0.5, 2.0}, reals(3), 3)
DERIVATIVES(PointersAlgebra, dot_strided, reals{1, 2, 3, 4, 5, 6, 7}, 3, reals{1.5, -0.5, 2.0, 0.7, 0.1}, 2, 3)
DERIVATIVES(PointersAlgebra, floyd, reals{0.5, 1.5, 4, 9, 1.6, 0.6, 2.1, 7, 4.3, 2.15, 0.7, 1.3, 9.3, 7.1, 1.4, 0.8}, 4)

TEST(PointersAlgebra, DeterminantHasTheCofactorsAsGradient) {
  const reals before{2, -1, 0.5, 3, 1, 4, -2, 0.7, 1.5};
  reals a = before, adjoint(9);
  const double value = determinant_vjp(a.data(), 3, 1.0, adjoint.data());
  double expected = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const auto at = [&](int di, int dj) {
        return before[static_cast<std::size_t>(3 * ((i + di) % 3) + (j + dj) % 3)];
      };
      const double cofactor = at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1);
      EXPECT_NEAR(cofactor, adjoint[static_cast<std::size_t>(3 * i + j)], 1e-12);
      expected += i == 0 ? before[static_cast<std::size_t>(j)] * cofactor : 0;
    }
  EXPECT_NEAR(expected, value, 1e-12);
  reals plain = before;
  EXPECT_EQ(determinant(plain.data(), 3), value);
  EXPECT_EQ(plain, a); // what the function leaves is what the derivative leaves
}

TEST(PointersAlgebra, CholeskyOfASymmetricMatrixAgainstForwardMode) {
  reals expected(16), a = spd, adjoint(16), plain = spd;
  for (std::size_t at = 0; at < 16; ++at) {
    reals b = spd, d(16);
    d[at] = 1;
    EXPECT_EQ(0, cholesky_checked_jvp(b.data(), 4, d.data()));
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j <= i; ++j)
        expected[at] += static_cast<double>(1 + i + 2 * j) * d[4 * i + j];
  }
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      adjoint[4 * i + j] = static_cast<double>(1 + i + 2 * j);
  EXPECT_EQ(0, cholesky_checked_vjp(a.data(), 4, adjoint.data()));
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      EXPECT_NEAR(expected[4 * i + j], adjoint[4 * i + j], 1e-12);
  EXPECT_EQ(0, cholesky_checked(plain.data(), 4));
  for (std::size_t i = 0; i < 16; ++i) // sums may be taken in another order
    EXPECT_NEAR(plain[i], a[i], 1e-14);
}

TEST(PointersAlgebra, CholeskyThatStopsLeavesTheRestAlone) {
  reals a{4, 0, 0, 2, 1, 0, 3, 4, 5}, plain = a, adjoint{1, 0, 0, 1, 1, 0, 1, 1, 1}; // the second pivot is 0
  EXPECT_EQ(2, cholesky_checked(plain.data(), 3));
  EXPECT_EQ(2, cholesky_checked_vjp(a.data(), 3, adjoint.data()));
  EXPECT_EQ(plain, a);
  // l00 = sqrt(a00), l10 = a10 / l00, l20 = a20 / l00; the others stay as they are.
  EXPECT_NEAR(adjoint[0], 1 / 4.0 - 2 / 16.0 - 3 / 16.0, 1e-14);
  EXPECT_NEAR(adjoint[3], 0.5, 1e-14);
  EXPECT_NEAR(adjoint[6], 0.5, 1e-14);
  EXPECT_EQ(adjoint[4], 1);
  EXPECT_EQ(adjoint[7], 1);
  EXPECT_EQ(adjoint[8], 1);
}

// x = A^-1 b: b_adj solves A b_adj = x_adj, and A_adj = -b_adj x^T up to the part that symmetric matrices do not see.
TEST(PointersAlgebra, ConjugateGradientsSolveTheAdjointSystem) {
  const reals b{1, 2, -1, 0.5};
  reals x(4), r(4), p(4), q(4), x_adj{1, 2, 3, 4}, r_adj(4), p_adj(4), q_adj(4), a_adj(16), b_adj(4);
  double tolerance_adj = 0;
  conjugate_gradients_vjp(spd.data(), b.data(), x.data(), r.data(), p.data(), q.data(), 4, 1e-24, a_adj.data(),
                          b_adj.data(), x_adj.data(), r_adj.data(), p_adj.data(), q_adj.data(), tolerance_adj);
  EXPECT_EQ(0, tolerance_adj);
  for (std::size_t i = 0; i < 4; ++i) {
    double s = 0;
    for (std::size_t j = 0; j < 4; ++j)
      s += spd[4 * i + j] * b_adj[j];
    EXPECT_NEAR(s, static_cast<double>(i + 1), 1e-8);
    for (std::size_t j = 0; j < 4; ++j)
      EXPECT_NEAR(a_adj[4 * i + j] + a_adj[4 * j + i], -b_adj[i] * x[j] - b_adj[j] * x[i], 1e-7);
  }
}

TEST(PointersAlgebra, NothingAndOneElement) {
  double *const nothing = nullptr;
  int *const none = nullptr;
  lu_pivot_vjp(nothing, none, 0, nothing);
  lu_pivot_jvp(nothing, none, 0, nothing);
  EXPECT_EQ(1, determinant_vjp(nothing, 0, 1.0, nothing));
  matvec_vjp(nothing, nothing, nothing, 0, 0, nothing, nothing, nothing);
  double a = 3, a_adj = 0, b = 6, b_adj = 0;
  EXPECT_EQ(4, solve_gauss_vjp(&a, &b, 1, 1.0, &a_adj, &b_adj)); // (b / a)^2
  EXPECT_EQ(2, b);
  EXPECT_NEAR(a_adj, -2 * 36 / 27.0, 1e-14);
  EXPECT_NEAR(b_adj, 2 * 6 / 9.0, 1e-14);
}
