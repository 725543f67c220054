#include "operator_orders.hpp"

#include "check.hpp"
#include "operator_orders.soac.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace operator_orders {

namespace {

using V = std::vector<double>;

void expect_near(const reals &found, const V &expected) {
  ASSERT_EQ(found.size(), static_cast<soac::index>(expected.size()));
  for (soac::index i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], 1e-12 * std::max(1.0, std::fabs(expected[i]))) << i;
}
/// Central differences, extrapolated.
template <class F> double slope(const F &f, double x) {
  const double h = 1e-3 * std::max(1.0, std::fabs(x));
  const auto central = [&](double s) { return (f(x + s) - f(x - s)) / (2 * s); };
  return (4 * central(h / 2) - central(h)) / 3;
}
/// The gradient of f at x, by differences.
template <class F> V slopes(const F &f, V x) {
  V all;
  for (double &xi : x)
    all.push_back(slope([&](double t) {
      const double kept = std::exchange(xi, t);
      const double r = f(reals(vec(x)));
      xi = kept;
      return r;
    }, xi));
  return all;
}
template <class F> void expect_slopes(const reals &found, const F &f, const V &x) {
  const V expected = slopes(f, x);
  for (std::size_t i = 0; i < x.size(); ++i)
    EXPECT_NEAR(found[static_cast<soac::index>(i)], expected[i], 1e-8 * std::max(1.0, std::fabs(expected[i]))) << i;
}

TEST(OperatorOrders, OfAPower) { // 5 x^4, 20 x^3, 60 x^2, 120 x, 120 at 2
  EXPECT_DOUBLE_EQ(jvp_of_gradient(2, 3), 480);
  EXPECT_DOUBLE_EQ(gradient_of_gradient(2), 160);
  EXPECT_DOUBLE_EQ(gradient_of_jvp(2), 160);
  EXPECT_DOUBLE_EQ(jvp_of_jvp(2, 3, 5, 7), 160 * 3 * 5 + 80 * 7);
  EXPECT_DOUBLE_EQ(vjp_of_vjp(2, 3, 5), 160 * 15);
  EXPECT_DOUBLE_EQ(third_by_three(2), 240);
  EXPECT_DOUBLE_EQ(third_mixed(2), 240);
  EXPECT_DOUBLE_EQ(fourth(2), 240);
  EXPECT_DOUBLE_EQ(fifth(2), 120);
  EXPECT_DOUBLE_EQ(gradient_of_hessian(2), 240);
  EXPECT_DOUBLE_EQ(hvp_of_gradient(2, 3), 720);
  EXPECT_DOUBLE_EQ(vjp_of_jvp_of_vjp(2), 240);
  EXPECT_DOUBLE_EQ(jvp_jvp_vjp(2), 240);
  EXPECT_EQ(value_and_second(2, 3), std::make_tuple(80.0, 480.0));
  EXPECT_EQ(value_and_second_back(2), std::make_tuple(80.0, 160.0));
  EXPECT_DOUBLE_EQ(slope_of_run(2), 80);
}
TEST(OperatorOrders, OfTwoVariables) {
  const double x = 0.7, y = 1.3, c = std::cos(x * y * y), s = std::sin(x * y * y);
  const double xy = 2 * y * c - 2 * x * y * y * y * s, xx = -y * y * y * y * s;
  EXPECT_NEAR(mixed_partial(x, y), xy, 1e-14);
  EXPECT_NEAR(mixed_partial_back(x, y), xy, 1e-14);
  const auto [by_x, by_y] = vjp_of_gradient(x, y, 2, 3);
  EXPECT_NEAR(by_x, 2 * xx + 3 * xy, 1e-13);
  EXPECT_NEAR(by_y, 2 * xy + 3 * (2 * x * c - 4 * x * x * y * y * s), 1e-13);
  EXPECT_NEAR(third_partial(x, y), -2 * y * y * y * s - 2 * y * y * y * s - 2 * x * y * y * y * y * y * c, 1e-13);
}
TEST(OperatorOrders, OfArrays) {
  const reals x{2, 3}, v{5, 7}, w{1, 10};
  expect_near(hessian_by_vjp(x, v), {60, 126});
  expect_near(seed_by_name(x, v), {12, 27});
  expect_near(vjp_of_jvp(x, v, w), {10, 140});
  expect_near(jvp_of_vjp(x, v, w, {1, 1}), {2 * 5 + 4, 2 * 7 * 10 + 6});
  const auto diagonal = [](const matrix &m, double a, double b) {
    EXPECT_EQ(V(m.data(), m.data() + 4), (V{a, 0, 0, b}));
  };
  diagonal(jacobian_of_gradient(x), 12, 18);
  matrix directions(2, 2);
  directions(0, 0) = 1, directions(1, 1) = 10;
  diagonal(hessian_in_directions(x, directions), 12, 180);
  diagonal(hessian_back(x, directions), 12, 180);
  expect_near(hessian_diagonal(x), {12, 18});
  const soac::array<double, 3> third = slope_of_hessian(x);
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(third.data()[i], i == 0 || i == 7 ? 6 : 0);
}
TEST(OperatorOrders, InLoopsAndBranches) {
  const auto [back, forth] = descended_both(0.9, 5);
  EXPECT_NEAR(back, forth, 1e-15);
  EXPECT_NEAR(back, slope([](double x) { return descended(x, 5); }, 0.9), 1e-10);
  EXPECT_NEAR(newton_slope(8), 1.0 / 12, 1e-12);
  EXPECT_NEAR(by_while_slope(1.1), slope(by_while, 1.1), 1e-8);
  EXPECT_DOUBLE_EQ(by_branch_slope(2), 160);
  EXPECT_NEAR(by_branch_slope(0.5), slope(by_branch, 0.5), 1e-9);
  EXPECT_NEAR(arc_length_slope(0.8, 100), slope([](double a) { return arc_length(a, 100); }, 0.8), 1e-10);
  const auto [q, p] = flow_slope(1, 0.5, 10);
  EXPECT_NEAR(q, slope([](double a) { return hamiltonian_flow(a, 0.5, 10); }, 1), 1e-10);
  EXPECT_NEAR(p, slope([](double a) { return hamiltonian_flow(1, a, 10); }, 0.5), 1e-10);
  EXPECT_NEAR(nested_descent_slope(0.8), slope(nested_descent, 0.8), 1e-10);
}
TEST(OperatorOrders, InHelpersLambdasTemplatesAndMaps) {
  EXPECT_NEAR(by_helper_slope(0.6), slope(by_helper, 0.6), 1e-10);
  EXPECT_NEAR(by_template_slope(1.2), slope(by_template, 1.2), 1e-7);
  const V x{0.5, -1.5, 2};
  expect_slopes(by_lambda_slope(reals(vec(x))), by_lambda, x);
  expect_slopes(by_map_slope(reals(vec(x))), by_map, x);
  expect_slopes(by_reduction_slope(reals(vec(x))), by_reduction, x);
}

} // namespace

// The second reverse sweep would compose affine maps of twenty numbers, each of four hundred: it goes step by step.
TEST(OperatorOrders, OfScansOfRecords) {
  for (const std::size_t n : {0, 1, 2, 7}) {
    const V angles = V{0.4, -0.7, 1.1, 0.2, -0.3, 0.9, 0.6}, direction = V{1.0, 0.5, -0.7, 0.3, 0.2, -1.0, 0.8};
    const vec x(angles.data(), static_cast<soac::index>(n)), d(direction.data(), static_cast<soac::index>(n));
    const reals forward = turned_forward(x, d);
    expect_near(turned_back(x, d), V(forward.begin(), forward.end()));
    const auto along = [&](double t) {
      V moved(n);
      for (std::size_t i = 0; i < n; ++i)
        moved[i] = angles[i] + t * direction[i];
      return turned(vec(moved));
    };
    double curvature = 0;
    for (std::size_t i = 0; i < n; ++i)
      curvature += forward[static_cast<soac::index>(i)] * direction[i];
    const double h = 1e-3;
    EXPECT_NEAR(curvature, (along(h) - 2 * along(0) + along(-h)) / (h * h), 1e-4 * std::max(1.0, std::fabs(curvature)));
  }
}

} // namespace operator_orders

using reals = std::vector<double>;
using vector = soac::array<double>;
using matrix = soac::array<double, 2>;

DERIVATIVES(Composed, force_squared, 0.7, -0.3)
DERIVATIVES(Composed, newton_root, 1.5, 1.2, 5)
DERIVATIVES(Composed, summarize, (std::vector<Point>{{0.5, 1}, {2, -1}, {1, 3}}))
DERIVATIVES(Composed, normalised, reals{1, 2, -2})
DERIVATIVES(Composed, shift_and_norm, vector{1, 2, -2}, 0.5)
DERIVATIVES(Composed, hidden_energy, 0.6)
DERIVATIVES(Composed, do_while, 1.1, 6)
DERIVATIVES(Composed, bits, 1.3, 13u)
DERIVATIVES(Composed, swap_and_scale, 2.0, 3.0, 0.5)
DERIVATIVES(Composed, accumulate_rows, (matrix{{1, 2}, {3, 4}, {0.5, -1}}), reals{1, 2})
DERIVATIVES(Composed, gather_sum, vector{1, 2, 3}, std::vector<int>{2, 0, 2})
DERIVATIVES(Composed, histogram_entropy, std::vector<int>{0, 2, 2, 1, 0}, reals{0.5, 1, 0.25, 2, 0.75}, 5, 3)
DERIVATIVES(Composed, early, reals{1, 0.5, -0.7}, 3)
TEST(Composed, EarlyReturnInside) { EXPECT_DERIVATIVES(early, reals{1, 0.5, 7.0}, 3); }
TEST(Composed, TableOfCases) {
  for (int which = 0; which < 5; ++which)
    EXPECT_DERIVATIVES(table, 1.7, which);
}
TEST(Composed, TernaryChain) {
  for (double x : {-1.5, 0.4, 2.5})
    for (double y : {-2.0, 0.5, 1.5})
      EXPECT_DERIVATIVES(ternary_chain, x, y);
}

namespace model::inner {
DERIVATIVES(ComposedInner, use, reals{1, -2, 0.5}, 3u, 0.4)
DERIVATIVES(ComposedInner, energy, (std::vector<Point>{{0.5, 1}, {2, -1}}), true)
} // namespace model::inner
