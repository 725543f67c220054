#include "textbook_analysis.hpp"

#include "check.hpp"
#include "textbook_analysis.soac.hpp"


namespace {

using namespace textbook_analysis;
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
