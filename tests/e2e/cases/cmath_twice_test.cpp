// Second derivatives of <cmath> through the tool: differences of the first, and one order of modes against the other.
#include "cmath_twice.hpp"

#include <gtest/gtest.h>

#include <cmath>

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
