#include "custom_rules.hpp"

#include "check.hpp"
#include "custom_rules.soac.hpp"

#include <cmath>

namespace rules {
double outside(double x) { return x * x * x; }
double outside_slope(double x) { return 3 * x * x; }
} // namespace rules

namespace {

using namespace rules;

double by_hand(double (*vjp)(double, double, double &), double x) {
  double adjoint = 0.0;
  vjp(x, 1.0, adjoint);
  return adjoint;
}
double forwards(double (*jvp)(double, double, double &), double x) {
  double tangent = 0.0;
  jvp(x, 1.0, tangent);
  return tangent;
}

} // namespace

// What the rules say is what counts, also where it is not the derivative.
TEST(CustomRules, ReplaceTheDerivative) {
  EXPECT_EQ(by_hand(tenfold_vjp, 3.0), 30.0);
  EXPECT_EQ(forwards(tenfold_jvp, 3.0), 30.0);
  const soac::array<double> x{1.0, 2.0};
  soac::array<double> x_adj(2);
  in_map_vjp(x, 1.0, x_adj);
  EXPECT_EQ(x_adj[1], 4.0 + 2.0 * 20.0); // of a * square(a)
  double tangent = 0.0;
  in_map_jvp(x, soac::array<double>{0.0, 1.0}, tangent);
  EXPECT_EQ(tangent, 44.0);
  double a = 0.0;
  EXPECT_EQ(in_loop_vjp(4.0, 2, 1.0, a), 32.0); // 4, 8, 32
  EXPECT_EQ(a, 0.5 * 80 * 0.5 * 40);
  in_loop_jvp(4.0, 2, 1.0, tangent);
  EXPECT_EQ(tangent, 0.5 * 80 * 0.5 * 40);
}
TEST(CustomRules, OfRecordsTuplesAndVectors) {
  Polar p_adj{0, 0, 0};
  double k_adj = 0.0, tangent = 0.0;
  of_record_vjp({2, 3, 4}, 5, 1.0, p_adj, k_adj); // (p.r k) (angle + k) 5
  EXPECT_EQ(p_adj.r, 2 * 5 * 8 * 5);
  EXPECT_EQ(p_adj.angle, 2 * 10 * 5);
  EXPECT_EQ(p_adj.turns, 0);
  EXPECT_EQ(k_adj, 2 * (2 * 8 + 10) * 5);
  of_record_jvp({2, 3, 4}, 5, {1, 0, 0}, 1.0, tangent);
  EXPECT_EQ(tangent, p_adj.r + k_adj);
  double x_adj = 0.0, y_adj = 0.0;
  of_tuple_vjp(2, 5, 1.0, x_adj, y_adj); // x y (x - y)
  EXPECT_EQ(x_adj, 3 * (5 * -3.0 + 10));
  EXPECT_EQ(y_adj, 3 * (2 * -3.0 - 10));
  of_tuple_jvp(2, 5, 1.0, 0.0, tangent);
  EXPECT_EQ(tangent, x_adj);
  std::vector<double> v_adj(3, 1.0);
  of_vector_vjp({1, 2, 3}, 1.0, v_adj);
  EXPECT_EQ(v_adj, (std::vector<double>{16, 11, 6}));
  of_vector_jvp({1, 2, 3}, std::vector<double>{1, 0, 0}, tangent);
  EXPECT_EQ(tangent, 15);
  const soac::array<double> y{1.0, 2.0};
  soac::array<double> z(2);
  x_adj = 0.0;
  mixed_arguments_vjp(3.0, 2, y, 1.0, x_adj, z);
  EXPECT_EQ(x_adj, 7 * 18.0);
  EXPECT_EQ(z[0], 63.0);
}
TEST(CustomRules, TakeEveryFormOfFunctionAndArgument) {
  double a = 0.0, k = 0.0;
  EXPECT_EQ(by_objects_vjp(3.0, 1.0, a), 4.0);
  EXPECT_EQ(a, 2.0);
  EXPECT_EQ(by_hand(by_members_vjp, 3.0), 3.0 + 3 * 6);
  EXPECT_EQ(by_hand(in_while_vjp, 30.0), 16.0); // 30, 60, 120
  std::array<double, 3> fixed{};
  of_array_vjp({1, 2, 3}, 1.0, fixed);
  EXPECT_EQ(fixed[1], 10.0);
  const double x[] = {1, 2, 3};
  double x_adj[] = {0, 0, 1};
  EXPECT_EQ(of_pointer_vjp(x, 3, 1.0, x_adj), 6.0);
  EXPECT_EQ(x_adj[2], 7.0);
  soac::array<double, 2> rows(2, 2), rows_adj(2, 2);
  of_rows_vjp(rows, 1.0, rows_adj);
  EXPECT_EQ(rows_adj(1, 1), 10.0);
  const soac::array<double> v{1.0, 2.0};
  soac::array<double> v_adj(2), w_adj(2);
  with_factor_vjp(v, 3.0, 1.0, v_adj, k);
  EXPECT_EQ(v_adj[0], 6.0);
  EXPECT_EQ(k, 6.0);
  changed_view_vjp(v, 1.0, w_adj);
  EXPECT_EQ(w_adj[1], 5.0 + 10 * 4);
}
DERIVATIVES(CustomRules, by_library, 1.5)
DERIVATIVES(CustomRules, by_outside, 1.5, -0.7)
DERIVATIVES(CustomRules, log_sum_exp, soac::array<double>{0.3, -1.0, 2.0})
DERIVATIVES(CustomRules, normalised, soac::array<double>{0.3, -1.0, 2.0})
DERIVATIVES(CustomRules, newton_root, 2.0)
TEST(CustomRules, ValuesAreThoseOfTheFunction) {
  EXPECT_EQ(by_library(1.5), 1.5 * std::cyl_bessel_j(0.0, 1.5));
  const soac::array<double> large{1000.0, 1000.0};
  soac::array<double> adjoint(2);
  log_sum_exp_vjp(large, 1.0, adjoint); // the function overflows, its rule does not
  EXPECT_EQ(adjoint[0], 0.5);
}
TEST(CustomRules, AreDifferentiatedThemselves) {
  const double p = 0.25, q = 0.75;
  const std::vector<double> expected = {10, 10, 10, 10, p - p * p, -p * q, 2.0 / 5 - 2.0 / 25, -4 * 2.0 / 25, -1.0 / 32};
  const Numbers found = second_order();
  ASSERT_EQ(found.all.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(found.all[i], expected[i], 1e-12) << i;
}

TEST(Surgery, AppliesToTheAdjointAlone) {
  double x_adj = 0.0, y_adj = 0.0, tangent = 0.0;
  EXPECT_EQ(clipped_vjp(2.0, 3.0, 1.0, x_adj, y_adj), 62.0); // the adjoint 10 of x y becomes 1
  EXPECT_EQ(x_adj, 3.0 + 1);
  EXPECT_EQ(y_adj, 2.0);
  clipped_jvp(2.0, 3.0, 1.0, 0.0, tangent);
  EXPECT_EQ(tangent, 31.0);
  const soac::array<double> x{0.1, 3.0, -2.0};
  soac::array<double> adjoint(3);
  clipped_array_vjp(x, 1.0, adjoint);
  EXPECT_NEAR(adjoint[0], 0.8, 1e-15); // 2 z = 0.4 is below 1
  EXPECT_EQ(adjoint[1], 2.0);
  EXPECT_EQ(adjoint[2], -2.0);
  soac::array<double> reversed(3);
  double lambda_adj = 0.0;
  reversed_gradient_vjp(x, 2.0, 1.0, reversed, lambda_adj);
  EXPECT_EQ(reversed[1], -12.0);
  EXPECT_NEAR(lambda_adj, 13.01, 1e-14);
  Polar p_adj{0, 0, 0};
  clipped_record_vjp({3, 4, 5}, 1.0, p_adj);
  EXPECT_EQ(p_adj.r, 1.0);
  EXPECT_EQ(p_adj.angle, 2.0);
}
TEST(Surgery, StopGradientEndsTheDerivativeOfAnyValue) {
  const soac::array<double> y{2.0, 3.0};
  soac::array<double> y_adj(2);
  double x_adj = 0.0;
  Polar p_adj{0, 0, 0};
  stopped_vjp(5.0, y, {7.0, 11.0, 0}, 1.0, x_adj, y_adj, p_adj);
  EXPECT_EQ(x_adj, 2.0);
  EXPECT_EQ(y_adj[0], 2.0);
  EXPECT_EQ(y_adj[1], 3.0);
  EXPECT_EQ(p_adj.r, 0.0);
  EXPECT_EQ(p_adj.angle, 7.0);
  double a = 0.0;
  lambda_rules_vjp(3.0, 1.0, a);
  EXPECT_EQ(a, 12.0);
}
