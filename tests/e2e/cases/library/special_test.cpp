#include "special.hpp"

#include "check.hpp"
#include "special.soac.hpp"

#include <cmath>
#include <gtest/gtest.h>

DERIVATIVES(Special, gauss_legendre, 0.1, 1.3, 2.0)
DERIVATIVES(Special, romberg, 0.5, 1.7, 1.3, 5)
DERIVATIVES(Special, adaptive_simpson, -1.0, 2.0, 7.0, 5)
DERIVATIVES(Special, bessel_series, 2, 1.7)
DERIVATIVES(Special, incomplete_beta, 1.5, 2.5, 0.3)
DERIVATIVES(Special, normal_quantile, 0.8)
DERIVATIVES(Special, lambert_w, 2.5)
DERIVATIVES(Special, elliptic_integral, 0.6)
DERIVATIVES(Special, zeta, 2.5, 18)
DERIVATIVES(Special, golden_ratio_fraction, 1.1, 6)
DERIVATIVES(Special, safe_newton, (Bracket{0.0, 3.0}), 4.0)
DERIVATIVES(Special, secant, 1.3)
DERIVATIVES(Special, digamma_by_recurrence, 2.3)
DERIVATIVES(Special, of_the_runtime, 1.9)
DERIVATIVES(Special, legendre, 5, 0.3)
DERIVATIVES(Special, erf_series, 0.7)
DERIVATIVES(Special, euler_maclaurin, 1.4)
DERIVATIVES(Special, richardson, 0.8, 0.1)
DERIVATIVES(Special, stirling, 5.3)

namespace {

double by_first(double (*f)(double, double, double &), double x) {
  double adjoint = 0;
  f(x, 1.0, adjoint);
  return adjoint;
}

} // namespace

TEST(Special, KnownDerivatives) {
  const double pi = 3.14159265358979323846;
  const double x = normal_quantile(0.8);
  EXPECT_NEAR(by_first(normal_quantile_vjp, 0.8), std::sqrt(2 * pi) * std::exp(0.5 * x * x), 1e-9);
  const double w = lambert_w(2.5);
  EXPECT_NEAR(slope_of_w(2.5), w / (2.5 * (1 + w)), 1e-10);
  EXPECT_NEAR(by_first(erf_series_vjp, 0.7), 2 / std::sqrt(pi) * std::exp(-0.49), 1e-10);
  EXPECT_NEAR(by_first(digamma_by_recurrence_vjp, 1.0), pi * pi / 6, 1e-8);
  const double t = secant(1.3);
  EXPECT_NEAR(by_first(secant_vjp, 1.3), -t / (std::sin(t) + 1.3), 1e-9);
}

// Both branches of the incomplete gamma function; by x it is the density.
TEST(Special, IncompleteGamma) {
  for (const double x : {0.7, 6.0}) {
    double a = 0, by_x = 0;
    const double p = incomplete_gamma_vjp(1.8, x, 1.0, a, by_x);
    EXPECT_NEAR(by_x, std::exp(-x + 0.8 * std::log(x) - std::lgamma(1.8)), 1e-12);
    const double h = 1e-5;
    EXPECT_NEAR(a, (incomplete_gamma(1.8 + h, x) - incomplete_gamma(1.8 - h, x)) / (2 * h), 1e-8);
    EXPECT_GT(p, 0);
  }
}

// J2' = (J1 - J3) / 2 and J2'' = (J0 - 2 J2 + J4) / 4
TEST(Special, BesselTwice) {
  EXPECT_NEAR(bessel_at_two(1.7), 0.5 * (bessel_series(1, 1.7) - bessel_series(3, 1.7)), 1e-14);
  EXPECT_NEAR(second_of_bessel(1.7), 0.25 * (bessel_series(0, 1.7) - 2 * bessel_series(2, 1.7) + bessel_series(4, 1.7)), 1e-14);
}

// The root of x^3 + x = c: dx/dc = 1 / (3 x^2 + 1), and the bracket takes no part once Newton's steps converge.
TEST(Special, NewtonInABracket) {
  Bracket bracket{0, 0};
  double c = 0;
  const double x = safe_newton_vjp({0.0, 3.0}, 4.0, 1.0, bracket, c);
  EXPECT_NEAR(c, 1 / (3 * x * x + 1), 1e-12);
  EXPECT_NEAR(bracket.low, 0, 1e-12);
  EXPECT_NEAR(bracket.high, 0, 1e-12);
}

// Second derivatives of <cmath> through the tool: differences of the first, and one order of modes against the other.

namespace {

TEST(CmathTwice, AgreesWithDifferencesOfTheFirstDerivative) {
  for (const twice_differentiated &f : twice_differentiated_functions())
    for (const double x : {0.37, 0.73}) {
      const auto central = [&](double h) { return (f.first(x + h) - f.first(x - h)) / (2 * h); };
      const double expected = (4 * central(5e-4) - central(1e-3)) / 3;
      EXPECT_NEAR(f.forward_over_reverse(x), expected, 1e-7 * (1 + std::abs(expected))) << f.name << " at " << x;
    }
}

TEST(CmathTwice, DoesNotDependOnTheOrderOfModes) {
  for (const twice_differentiated &f : twice_differentiated_functions())
    for (const double x : {0.37, 0.73}) {
      const double a = f.forward_over_reverse(x), b = f.reverse_over_forward(x);
      EXPECT_NEAR(a, b, 1e-12 * (1 + std::abs(a))) << f.name << " at " << x;
    }
}

} // namespace
