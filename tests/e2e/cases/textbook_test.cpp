#include "textbook.hpp"

#include "check.hpp"
#include "textbook.soac.hpp"

#include <algorithm>
#include <cmath>

namespace {

using namespace textbook;
using VD = std::vector<double>;

DERIVATIVES(Textbook, gauss_integral, 0.2, 1.4, 0.7)
DERIVATIVES(Textbook, simpson, 0.2, 1.4, 8, 1.7)
DERIVATIVES(Textbook, newton_sqrt, 2.3)
DERIVATIVES(Textbook, secant, 2.3)
DERIVATIVES(Textbook, bisect_then_newton, 2.3)
DERIVATIVES(Textbook, leapfrog, 1.0, 0.5, 0.1, 9, 1.3)
DERIVATIVES(Textbook, lu_logdet, (std::vector<double>{0.1, 0.2, 3, 1, 5, 2, 3, 1, 0.5}), 3)
DERIVATIVES(Textbook, gauss_seidel, (std::array<std::array<double, 3>, 3>{{{4, 1, 0.5}, {1, 5, 0.3}, {0.2, 0.1, 3}}}),
            (std::array<double, 3>{1, 2, 3}), 5)
DERIVATIVES(Textbook, bezier, (std::vector<double>{1, 2, -1, 3}), 4, 0.3)
DERIVATIVES(Textbook, american_put, 100., 105., 0.03, 0.2, 0.7, 12)
DERIVATIVES(Textbook, monte_carlo, 0.1, 0.2, 10, 42ull)
DERIVATIVES(Textbook, kepler, 0.8, 0.3)
DERIVATIVES(Textbook, reprojection,
            (std::vector<Camera>{{{0.1, 0.2, -0.1}, {0.1, 0.2, 3}, 1.5, 0.1, 0.01},
                                 {{0, 0, 0}, {0.3, 0.1, 4}, 1.2, 0.05, 0.02}}),
            (VD{0.1, 0.2, 0.3, -0.3, 0.5, 0.4}),
            (std::vector<Observation>{{0, 0, 0.1, 0.2}, {0, 1, 0.3, 0.2}, {1, 1, 0.5, 0.1}}))
DERIVATIVES(Textbook, spline, (VD{0, 1, 2.5, 3}), (VD{1, 3, 2, 0.5}), 1.7)
DERIVATIVES(Textbook, mlp, (VD{.1, .2, .3, .4, .5, .6, .7, .8, .9, .11, .12, .13, .14}), (VD{0.3, -0.4}),
            (std::vector<int>{2, 3, 1}))
DERIVATIVES(Textbook, heat, (Grid{4, 4, 1.0, VD{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6}}), 0.1, 3)
DERIVATIVES(Textbook, viterbi, (VD{0.7, 0.3, 0.4, 0.6}), (VD{0.5, 0.4, 0.1, 0.1, 0.3, 0.6}),
            (std::vector<int>{0, 1, 2, 1}), 2, 3)
DERIVATIVES(Textbook, bessel_j, 2, 1.7)
DERIVATIVES(Textbook, incomplete_gamma, 1.7, 0.9)
DERIVATIVES(Textbook, lanczos_gamma, 2.7)
DERIVATIVES(Textbook, epidemic, (SIR{0.9, 0.1, 0.}), 0.5, 0.2, 0.1, 5)
DERIVATIVES(Textbook, matrix_chain, (VD{10, 30, 5, 60.5, 3}))
DERIVATIVES(Textbook, continued_fraction, 0.7, 9)
DERIVATIVES(Textbook, rosenbrock_descent, 1.0, 10., 0.002)
DERIVATIVES(Textbook, jacobi_eigen, (VD{4, 1, 0.5, 1, 3, 0.2, 0.5, 0.2, 1}), 3, 2)
DERIVATIVES(Textbook, householder_norm, (std::vector<VD>{{1, 2}, {3, 4.5}, {-1, 0.4}}))
TEST(Textbook, incomplete_gamma_by_its_continued_fraction) { EXPECT_DERIVATIVES(incomplete_gamma, 1.7, 4.9); }

TEST(Textbook, givens_qr) {
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
TEST(Textbook, power_iteration) {
  const double a[2][2] = {{2, 0.5}, {0.5, 1}}, angle = 0.5 * std::atan2(1.0, 1.0);
  double a_adj[2][2] = {};
  EXPECT_NEAR(power_iteration_vjp(a, 60, 1.0, a_adj), 1.5 + std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(a_adj[0][0], std::cos(angle) * std::cos(angle), 1e-10); // v v^T of the eigenvector
  EXPECT_NEAR(a_adj[0][1], std::cos(angle) * std::sin(angle), 1e-10);
}
TEST(Textbook, fft) {
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
TEST(Textbook, logistic_loss) {
  const std::vector<float> w{0.1f, 0.2f}, x{1, 2, 3, 4, -1, 0.5f};
  const std::vector<std::uint8_t> y{1, 0, 1};
  std::vector<float> w_adj(2), x_adj(6);
  logistic_loss_vjp(w, x, y, 1.f, w_adj, x_adj);
  double expected = 0;
  for (int i = 0; i < 3; ++i)
    expected += (1 / (1 + std::exp(-(x[2 * i] * w[0] + x[2 * i + 1] * w[1]))) - y[i]) * x[2 * i] / 3;
  EXPECT_NEAR(w_adj[0], expected, 1e-6);
}
TEST(Textbook, conv2d) {
  const std::vector<float> in{1, 2, 3, 4, 5, 6, 7, 8, 9}, k{1, -1, 0.5f, 0.25f};
  std::vector<float> out(4), in_adj(9), k_adj(4), out_adj{1, 0, 0, 0};
  conv2d_vjp(in.data(), 3, 3, k.data(), 2, 2, out.data(), in_adj.data(), k_adj.data(), out_adj.data());
  EXPECT_FLOAT_EQ(k_adj[0], 1);
  EXPECT_FLOAT_EQ(k_adj[3], 5);
  EXPECT_FLOAT_EQ(in_adj[4], 0.25f);
  EXPECT_EQ(out_adj[0], 0);
}
TEST(Textbook, ising) {
  const Spin spins[] = {Spin::up, Spin::down, Spin::up, Spin::up};
  const double coupling[] = {1, 0.5};
  double coupling_adj[2] = {}, field_adj = 0;
  EXPECT_DOUBLE_EQ(ising_vjp(spins, 2, coupling, 0.3, 1.0, coupling_adj, field_adj), -0.6);
  EXPECT_EQ(field_adj, -2);
  EXPECT_EQ(coupling_adj[0], 0);
}
TEST(Textbook, WhatIsKeptHasNoDerivative) {
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
