#include "idioms.hpp"

#include "check.hpp"
#include "idioms.soac.hpp"

#include <cmath>

using namespace idioms;

DERIVATIVES(Idioms, expression_templates, 0.7, 1.2)
DERIVATIVES(Idioms, unrolled_quadrature, 1.3)
DERIVATIVES(Idioms, folds, 0.7)
DERIVATIVES(Idioms, constrained_templates, 0.7)
DERIVATIVES(Idioms, program_table, 0.7)
DERIVATIVES(Idioms, inherited_members, 0.7)
DERIVATIVES(Idioms, members_that_refer, 0.7, 1.2)
DERIVATIVES(Idioms, dual_numbers, 0.7)
DERIVATIVES(Idioms, newton_with_test, 2.0)
DERIVATIVES(Idioms, adaptive_steps, 1.4, 0.8)
DERIVATIVES(Idioms, integrator_object, (vec3{0.7, -0.4, 1.3}), 0.6)
DERIVATIVES(Idioms, function_arguments, 0.7)
DERIVATIVES(Idioms, do_with_continue, 0.7)
DERIVATIVES(Idioms, two_counters, 0.7)
DERIVATIVES(Idioms, matrix_class, 0.7)
DERIVATIVES(Idioms, matrix_power, 0.7, 11)
DERIVATIVES(Idioms, rows_of_pointers, 0.7)

TEST(Idioms, JumpsOutOfTwoLoops) {
  for (int n : {1, 3, 5})
    EXPECT_DERIVATIVES(jumps_out_of_two_loops, 0.7, n);
}

namespace {
double slope(double (*vjp)(double, double, double &), double x) {
  double dx = 0;
  vjp(x, 1.0, dx);
  return dx;
}
} // namespace

TEST(Idioms, KnownSlopes) {
  EXPECT_NEAR(slope(unrolled_quadrature_vjp, 1.3), std::exp(-1.69), 1e-4); // the integral's, up to the rule's error
  EXPECT_NEAR(slope(folds_vjp, 0.7), 2 * 0.7 + 2 * 1.7 + 8 * 0.7 + 1 - 1.4 + 3 * 0.49, 1e-14);
  EXPECT_NEAR(slope(constrained_templates_vjp, 0.7), 18 * 0.7 + 3 * 0.49, 1e-14);
  EXPECT_NEAR(slope(newton_with_test_vjp, 2.0), 0.5 / std::sqrt(2.0), 1e-13);
  EXPECT_NEAR(slope(bisected_vjp, 2.0), 0.5 / std::sqrt(2.0), 1e-10);
  EXPECT_NEAR(slope(two_counters_vjp, 0.7), 10 * (2 * 0.7 + 1), 1e-14); // 0 5 + 1 4 + 2 3 = 10
  const double x = 0.7, s = std::sin(x * x), c = std::cos(x * x); // y = x sin x^2 + 3 x^2: y'' + y'
  EXPECT_NEAR(slope(dual_numbers_vjp, x), 6 * x * c - 4 * x * x * x * s + 6 + s + 2 * x * x * c + 6 * x, 1e-13);
}
TEST(Idioms, ExponentialDecay) { // y0 exp(-k)
  double dy = 0, dk = 0;
  EXPECT_NEAR(adaptive_steps_vjp(1.4, 0.8, 1.0, dy, dk), 1.4 * std::exp(-0.8), 1e-7);
  EXPECT_NEAR(dy, std::exp(-0.8), 1e-7);
  EXPECT_NEAR(dk, -1.4 * std::exp(-0.8), 1e-5);
}
