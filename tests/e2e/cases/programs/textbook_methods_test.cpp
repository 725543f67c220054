#include "textbook_methods.hpp"

#include "check.hpp"
#include "textbook_methods.soac.hpp"

#include <algorithm>
#include <cmath>

namespace textbook_algebra {

namespace {

using VD = std::vector<double>;

DERIVATIVES(TextbookAlgebra, lu_logdet, (std::vector<double>{0.1, 0.2, 3, 1, 5, 2, 3, 1, 0.5}), 3)
DERIVATIVES(TextbookAlgebra, gauss_seidel, (std::array<std::array<double, 3>, 3>{{{4, 1, 0.5}, {1, 5, 0.3}, {0.2, 0.1, 3}}}),
            (std::array<double, 3>{1, 2, 3}), 5)
DERIVATIVES(TextbookAlgebra, matrix_chain, (VD{10, 30, 5, 60.5, 3}))
DERIVATIVES(TextbookAlgebra, jacobi_eigen, (VD{4, 1, 0.5, 1, 3, 0.2, 0.5, 0.2, 1}), 3, 2)
DERIVATIVES(TextbookAlgebra, householder_norm, (std::vector<VD>{{1, 2}, {3, 4.5}, {-1, 0.4}}))
TEST(TextbookAlgebra, givens_qr) {
  using Matrix = double[3][3];
  const Matrix given = {{1, 2, 3}, {0.3, 2, 1}, {4, 1, 1}};
  const auto first = [&](int i, int j, double by) { // of the solution, with one element changed
    Matrix a;
    double b[3] = {1, 2, 3};
    std::copy_n(&given[0][0], 9, &a[0][0]);
    a[i][j] += by;
    givens_qr(a, b);
    return b[0];
  };
  Matrix a, a_adj = {};
  double b[3] = {1, 2, 3}, b_adj[3] = {1, 0, 0};
  std::copy_n(&given[0][0], 9, &a[0][0]);
  givens_qr_vjp(a, b, a_adj, b_adj);
  EXPECT_EQ(b[0], first(0, 0, 0));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      EXPECT_NEAR(a_adj[i][j], (first(i, j, 1e-6) - first(i, j, -1e-6)) / 2e-6, 1e-8);
}
TEST(TextbookAlgebra, power_iteration) {
  const double a[2][2] = {{2, 0.5}, {0.5, 1}}, angle = 0.5 * std::atan2(1.0, 1.0);
  double a_adj[2][2] = {};
  EXPECT_DERIVATIVES(power_iteration, c_array(a), 8);
  EXPECT_NEAR(power_iteration_vjp(a, 60, 1.0, a_adj), 1.5 + std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(a_adj[0][0], std::cos(angle) * std::cos(angle), 1e-10); // v v^T of the eigenvector
  EXPECT_NEAR(a_adj[0][1], std::cos(angle) * std::sin(angle), 1e-10);
}
TEST(TextbookAlgebra, fft) {
  std::vector<std::complex<double>> a(8), seed(8);
  for (int i = 0; i < 8; ++i)
    a[i] = {std::sin(i * 1.3), std::cos(i * 0.7)};
  std::vector<std::complex<double>> expected = a;
  fft(expected.data(), 8);
  seed[3] = 1;
  fft_vjp(a.data(), 8, seed.data());
  for (int t = 0; t < 8; ++t) {
    EXPECT_NEAR(std::abs(a[t] - expected[t]), 0, 1e-12);
    EXPECT_NEAR(std::abs(seed[t] - std::polar(1.0, 2 * M_PI * 3 * t / 8)), 0, 1e-12);
  }
}

} // namespace

} // namespace textbook_algebra

namespace textbook_analysis {

namespace {

using VD = std::vector<double>;

DERIVATIVES(TextbookAnalysis, gauss_integral, 0.2, 1.4, 0.7)
DERIVATIVES(TextbookAnalysis, simpson, 0.2, 1.4, 8, 1.7)
DERIVATIVES(TextbookAnalysis, newton_sqrt, 2.3)
DERIVATIVES(TextbookAnalysis, secant, 2.3)
DERIVATIVES(TextbookAnalysis, bisect_then_newton, 2.3)
DERIVATIVES(TextbookAnalysis, leapfrog, 1.0, 0.5, 0.1, 9, 1.3)
DERIVATIVES(TextbookAnalysis, bezier, (std::vector<double>{1, 2, -1, 3}), 4, 0.3)
DERIVATIVES(TextbookAnalysis, kepler, 0.8, 0.3)
DERIVATIVES(TextbookAnalysis, spline, (VD{0, 1, 2.5, 3}), (VD{1, 3, 2, 0.5}), 1.7)
DERIVATIVES(TextbookAnalysis, bessel_j, 2, 1.7)
DERIVATIVES(TextbookAnalysis, incomplete_gamma, 1.7, 0.9)
DERIVATIVES(TextbookAnalysis, lanczos_gamma, 2.7)
DERIVATIVES(TextbookAnalysis, epidemic, (SIR{0.9, 0.1, 0.}), 0.5, 0.2, 0.1, 5)
DERIVATIVES(TextbookAnalysis, continued_fraction, 0.7, 9)
DERIVATIVES(TextbookAnalysis, rosenbrock_descent, 1.0, 10., 0.002)
TEST(TextbookAnalysis, incomplete_gamma_by_its_continued_fraction) { EXPECT_DERIVATIVES(incomplete_gamma, 1.7, 4.9); }

TEST(TextbookAnalysis, WhatIsKeptHasNoDerivative) {
  const SIR seed{1, 1, 1};
  SIR y{0.9, 0.1, 0}, y_adj{};
  double beta_adj = 0, gamma_adj = 0, dt_adj = 0;
  const SIR r = epidemic_vjp(y, 0.5, 0.2, 0.1, 5, seed, y_adj, beta_adj, gamma_adj, dt_adj);
  EXPECT_NEAR(r.s + r.i + r.r, 1, 1e-14);
  EXPECT_NEAR(y_adj.s, 1, 1e-14);
  EXPECT_NEAR(beta_adj, 0, 1e-14);
  EXPECT_NEAR(gamma_adj, 0, 1e-14);
}

} // namespace

} // namespace textbook_analysis
