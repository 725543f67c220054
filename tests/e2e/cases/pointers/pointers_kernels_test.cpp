#include "pointers_kernels.hpp"

#include "check.hpp"
#include "pointers_kernels.soac.hpp"

using reals = std::vector<double>;
using ints = std::vector<int>;

namespace {

const reals square{4, 1, 0.5, 0.9, 5, 0.3, 0.2, 0.7, 3}; // 3 x 3, diagonally dominant
const reals triple{1, -2, 3};

} // namespace

DERIVATIVES(PointersKernels, dot, 3, triple, -1, reals{0.1, 0, 0.2, 0, 0.3}, 2)
DERIVATIVES(PointersKernels, axpy, 6, 1.5, reals{1, 2, 3, 4, 5, 6}, reals{1, 1, 2, 2, 3, 3})
DERIVATIVES(PointersKernels, nrm2, 3, triple)
DERIVATIVES(PointersKernels, asum, 3, triple)
DERIVATIVES(PointersKernels, scal, 3, 2.5, triple)
DERIVATIVES(PointersKernels, rot, 3, triple, reals{0.5, 0.6, 0.7}, 0.8, 0.6)
DERIVATIVES(PointersKernels, gemv, 2, 3, 1.5, reals{1, 2, 9, 3, 4, 9, 5, 6, 9}, 3, triple, 0.5, reals{1, 2})
DERIVATIVES(PointersKernels, gemv_transposed, 2, 3, reals{1, 2, 3, 4, 5, 6}, reals{0.5, 0.6}, reals(3))
DERIVATIVES(PointersKernels, ger, 2, 3, 1.5, reals{0.5, 0.6}, triple, reals{1, 2, 3, 4, 5, 6})
DERIVATIVES(PointersKernels, symv, 3, reals{1, 2, 3, 4, 5, 6}, triple, reals(3))
DERIVATIVES(PointersKernels, gemm, 2, 2, 3, reals{1, 2, 3, 4, 5, 6}, reals{6, 5, 4, 3, 2, 1}, reals{1, 0, 0, 1})
DERIVATIVES(PointersKernels, syrk, 3, 2, reals{1, 2, 3, 4, 5, 6}, reals(9))
DERIVATIVES(PointersKernels, trsv_lower, 3, square, triple)
DERIVATIVES(PointersKernels, trsv_upper, 3, square, triple)
DERIVATIVES(PointersKernels, lu, 3, reals{1, 2, 3, 4, 5, 6, 7, 8, 10})
DERIVATIVES(PointersKernels, cholesky, 3, reals{4, 1, 1, 1, 3, 1, 1, 1, 2})
DERIVATIVES(PointersKernels, quadratic, 3, square, triple)
DERIVATIVES(PointersKernels, csr, 3, ints{0, 2, 2, 4}, ints{0, 2, 1, 2}, reals{1, 2, 3, 4}, triple, reals(3))
DERIVATIVES(PointersKernels, csc, 3, ints{0, 2, 2, 4}, ints{0, 2, 1, 2}, reals{1, 2, 3, 4}, triple, reals(3))
DERIVATIVES(PointersKernels, coo, 4, ints{0, 0, 2, 2}, ints{0, 2, 1, 2}, reals{1, 2, 3, 4}, triple, reals{1, 1, 1})
DERIVATIVES(PointersKernels, ellpack, 3, 2, ints{0, 1, 2, 2, -1, 0}, reals{1, 2, 3, 4, 5, 6}, triple, reals(3))
DERIVATIVES(PointersKernels, banded, 3, 1, reals{0, 4, 1, 2, 5, 3, 1, 6, 0}, triple)
DERIVATIVES(PointersKernels, sparse_lower, 3, ints{0, 1, 3}, ints{0, 0, 1, 0, 2}, reals{2, 0.5, 3, 0.7, 4}, triple)
DERIVATIVES(PointersKernels, jacobi, 3, 3, triple, reals{0.1, 0.2, 0.3}, reals(3))
DERIVATIVES(PointersKernels, gauss_seidel, 3, 4, square, triple, reals(3))
DERIVATIVES(PointersKernels, conjugate_gradient, 3, 2, reals{4, 1, 0.5, 1, 5, 0.3, 0.5, 0.3, 3}, triple, reals(3),
            reals(3), reals(3), reals(3))
DERIVATIVES(PointersKernels, power_method, 3, 3, square, reals{1, 1, 1}, reals(3))
DERIVATIVES(PointersKernels, thomas, 4, reals{0, 1, 1, 1}, reals{4, 5, 4, 3}, reals{1, 0.5, 1, 0}, reals{1, 2, 3, 4})
DERIVATIVES(PointersKernels, newton, 2.5, 5)

TEST(PointersKernels, RowsOfCArrays) {
  const double a[3][3] = {{2, 1, 0.5}, {0.3, 3, 1}, {1, 0.2, 4}};
  double a_adj[3][3] = {};
  const double det = det3(a);
  EXPECT_EQ(det3_vjp(a, 1.0, a_adj), det);
  EXPECT_NEAR(a_adj[0][0], 3 * 4 - 1 * 0.2, 1e-15); // cofactors
  EXPECT_NEAR(a_adj[1][2], -(2 * 0.2 - 1 * 1), 1e-15);
  EXPECT_NEAR(a_adj[2][0], 1 * 1 - 0.5 * 3, 1e-15);
  double det_tan = 0;
  EXPECT_EQ(det3_jvp(a, a, det_tan), det);
  EXPECT_NEAR(det_tan, 3 * det, 1e-13); // homogeneous of degree 3

  const double x[3] = {1, 2, 3};
  double y[3], y_adj[3] = {1, 10, 100}, x_adj[3] = {}, times_adj[3][3] = {};
  times3_vjp(a, x, y, times_adj, x_adj, y_adj);
  EXPECT_EQ(y[1], 0.3 + 6 + 3);
  EXPECT_EQ(x_adj[0], 2 + 3 + 100);
  EXPECT_EQ(times_adj[2][1], 200);
  EXPECT_EQ(y_adj[0], 0);

  double t[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, t_adj[3][3] = {};
  t_adj[0][1] = 1; // t[1][0]^2
  t_adj[2][1] = 1; // 2 t[1][2]
  transpose3_vjp(t, t_adj);
  EXPECT_EQ(t[0][1], 16);
  EXPECT_EQ(t[2][1], 12);
  EXPECT_EQ(t_adj[1][0], 8);
  EXPECT_EQ(t_adj[1][2], 2);
  EXPECT_EQ(t_adj[0][1], 0);

  const double p[2][3] = {{1, 2, 3}, {4, 5, 6}}, q[3][2] = {{1, 2}, {3, 4}, {5, 6}};
  double p_adj[2][3] = {}, q_adj[3][2] = {};
  EXPECT_EQ(trace_of_product_vjp(p, q, 1.0, p_adj, q_adj), 1 + 6 + 15 + 8 + 20 + 36);
  EXPECT_EQ(p_adj[1][2], 6);
  EXPECT_EQ(q_adj[2][0], 3);
}
