// digamma and polygamma against closed forms, and against each other by their functional equations
// (DLMF 5.4, 5.5, 5.15).
#include "soac/runtime/special.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace soac::runtime {
namespace {

constexpr double gamma = std::numbers::egamma, pi = std::numbers::pi;
constexpr double zeta3 = 1.2020569031595942854;

void expectRelative(double actual, double expected, double tolerance = 1e-14) {
  EXPECT_NEAR(actual, expected, tolerance * std::abs(expected));
}

TEST(Digamma, HasItsClosedForms) {
  expectRelative(digamma(1.0), -gamma);
  expectRelative(digamma(0.5), -gamma - 2 * std::numbers::ln2);
  expectRelative(digamma(0.25), -pi / 2 - 3 * std::numbers::ln2 - gamma);
  expectRelative(digamma(2.0), 1 - gamma);
  expectRelative(digamma(11.0), 2.92896825396825396825 - gamma); // the tenth harmonic number
  expectRelative(digamma(1e6), std::log(1e6) - 0.5e-6 - 1e-12 / 12);
}

TEST(Digamma, KeepsItsDigitsAtItsZero) {
  constexpr double zero = 1.4616321449683622, rest = 9.549995429965697e-17, slope = 0.96767224544762117;
  expectRelative(digamma(zero), -rest * slope, 1e-9);
  expectRelative(digamma(zero + 0x1p-20), (0x1p-20 - rest) * slope - 0.44276316898359211 * 0x1p-40, 1e-11);
}

TEST(Digamma, SatisfiesRecurrenceAndReflection) {
  for (double x : {1e-8, 0.1, 0.7, 1.3, 1.36, 1.41, 1.55, 1.57, 3.3, 9.5, 10.5, 76.6}) {
    EXPECT_NEAR(digamma(x + 1), digamma(x) + 1 / x, 1e-14 * (1 + 1 / x)) << x;
    EXPECT_NEAR(digamma(1 - x), digamma(x) + pi / std::tan(pi * x), 2e-14 * (1 + 1 / x + x)) << x;
  }
}

TEST(Digamma, AtPolesAndInfinities) {
  EXPECT_EQ(digamma(0.0), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(digamma(-1.0)));
  EXPECT_TRUE(std::isnan(digamma(-1e300)));
  EXPECT_TRUE(std::isnan(digamma(std::nan(""))));
  EXPECT_EQ(digamma(std::numeric_limits<double>::infinity()), std::numeric_limits<double>::infinity());
}

TEST(Polygamma, HasItsClosedForms) {
  expectRelative(polygamma(1, 1.0), pi * pi / 6);
  expectRelative(polygamma(1, 0.5), pi * pi / 2);
  expectRelative(polygamma(2, 1.0), -2 * zeta3);
  expectRelative(polygamma(2, 0.5), -14 * zeta3);
  expectRelative(polygamma(3, 1.0), std::pow(pi, 4) / 15);
  expectRelative(polygamma(3, 0.5), std::pow(pi, 4));
  expectRelative(polygamma(1, -0.5), pi * pi / 2 + 4);
  EXPECT_EQ(polygamma(0, 1.0), digamma(1.0));
}

TEST(Polygamma, SatisfiesTheRecurrenceOnBothSides) {
  for (int n = 1; n < 6; ++n)
    for (double x : {-7.3, -2.5, -0.4, 0.2, 0.9, 3.3, 11.5, 40.0}) {
      const double step = std::tgamma(n + 1) / std::pow(x, n + 1) * (n % 2 == 0 ? 1 : -1);
      const double scale = std::abs(polygamma(n, x)) + std::abs(step);
      EXPECT_NEAR(polygamma(n, x + 1), polygamma(n, x) + step, 1e-12 * scale) << n << ' ' << x;
    }
}

TEST(Lgamma, IsThatOfTheStandardLibrary) {
  for (double x : {-3.7, -0.5, 0.1, 1.0, 2.5, 171.0}) {
    EXPECT_EQ(runtime::lgamma(x), std::lgamma(x));
    EXPECT_EQ(runtime::lgamma(static_cast<float>(x)), std::lgamma(static_cast<float>(x)));
  }
}

} // namespace
} // namespace soac::runtime
