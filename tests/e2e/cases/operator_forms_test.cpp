#include "operator_forms.hpp"

#include <gtest/gtest.h>

namespace {

using namespace operator_forms;

std::vector<double> numbers(const reals &a) { return {a.begin(), a.end()}; }
using V = std::vector<double>;

TEST(OperatorForms, FunctionsThatOperatorsName) {
  EXPECT_DOUBLE_EQ(of_object(3), 6 * 9 + 2 * 0.5 * 3 + 0.5); // 2 x^3 + x^2/2 + x/2 + 1/2
  EXPECT_DOUBLE_EQ(of_lambda(2), 24);
  EXPECT_DOUBLE_EQ(of_static_member(3, 5), 30);
  EXPECT_DOUBLE_EQ(of_static_function(0.7), std::cos(0.7) * 0.7 + std::sin(0.7));
  EXPECT_DOUBLE_EQ(of_unnamed(0.3), std::cosh(0.3));
  EXPECT_DOUBLE_EQ(of_template(3), 12);
  EXPECT_EQ(of_float_template(3), 12);
  EXPECT_DOUBLE_EQ(of_template_number(2), 80);
  EXPECT_DOUBLE_EQ(of_header(0.5), 2 * std::exp(1.0));
  const auto [one, two, three] = of_overloads(3, 5, reals{1, 2});
  EXPECT_DOUBLE_EQ(one, 6);
  EXPECT_DOUBLE_EQ(two, 30 + 9);
  EXPECT_EQ(numbers(three), (V{2, 4}));
}
TEST(OperatorForms, ChosenParameters) {
  const reals c{1, 2};
  const auto [by_c, by_a] = four_by_c_and_a(2, 3, 5, c);
  EXPECT_EQ(numbers(by_c), (V{125, 125}));
  EXPECT_DOUBLE_EQ(by_a, 60);
  EXPECT_DOUBLE_EQ(four_jvp_by_b(2, 3, 5, c, 2), 2 * (12 + 225));
  const auto [a, b, all] = four_gradient(2, 3, 5, c);
  EXPECT_DOUBLE_EQ(a, 60);
  EXPECT_DOUBLE_EQ(b, 237);
  EXPECT_EQ(numbers(all), (V{125, 125}));
  EXPECT_DOUBLE_EQ(inherited(2, 3, 5, c, 10), 10 * 6 * 5 * 3);
  const auto [ba, bb] = chosen_anew(2, 3, 5, c);
  EXPECT_DOUBLE_EQ(ba, 12);
  EXPECT_DOUBLE_EQ(bb, 90);
  const auto [value, two] = value_and_two(2, 3, 5, c);
  EXPECT_DOUBLE_EQ(value, 60 + 375);
  EXPECT_DOUBLE_EQ(std::get<0>(two), 237);
  EXPECT_EQ(numbers(std::get<1>(two)), (V{125, 125}));
  const auto [again, slope] = value_and_direction(2, 3, 5, c, 1, 1, reals{1, 0});
  EXPECT_DOUBLE_EQ(again, 435);
  EXPECT_DOUBLE_EQ(slope, 60 + 237 + 125);
}
TEST(OperatorForms, TwoPrecisions) {
  const auto [x, y] = narrow_gradient(1.5f, 2);
  EXPECT_EQ(x, 6.0f);
  EXPECT_DOUBLE_EQ(y, 3.25);
  EXPECT_DOUBLE_EQ(narrow_direction(1.5f, 2, 2, 1), 15.25);
  const auto [m, k] = mixed_adjoint({2, 3, 5}, 7, {1, 10, 99});
  EXPECT_DOUBLE_EQ(m.x, 15);
  EXPECT_EQ(m.y, 10 + 70);
  EXPECT_EQ(m.n, 0);
  EXPECT_EQ(k, 30);
  const Mixed t = mixed_tangent({2, 3, 5}, 7, {1, 1, 99}, 2);
  EXPECT_DOUBLE_EQ(t.x, 15 + 10);
  EXPECT_EQ(t.y, 7 + 6);
  EXPECT_EQ(t.n, 0);
}
TEST(OperatorForms, Records) {
  const Bodies b{{1, 2}, {3, 5}, 2};
  const auto [g, t] = moment_gradient(b, 2);
  EXPECT_EQ(g.mass, (V{26, 52}));
  EXPECT_EQ(g.centre, (std::array<double, 2>{5, 10}));
  EXPECT_EQ(g.count, 0);
  EXPECT_DOUBLE_EQ(t, 25);
  EXPECT_DOUBLE_EQ(moment_direction(b, 2, {{1, 0}, {0, 1}, 0}, 1), 26 + 10 + 25);
  const reals a{2, 3};
  const auto [amplitudes, frequency] = energy_gradient({a, 5});
  EXPECT_EQ(numbers(amplitudes), (V{20, 30}));
  EXPECT_DOUBLE_EQ(frequency, 13);
  EXPECT_DOUBLE_EQ(shaped_gradient(Shape::round, 3, true, 5), 60);
  EXPECT_DOUBLE_EQ(shaped_gradient(Shape::flat, 3, false, 5), 5);
}
TEST(OperatorForms, Results) {
  const auto [x, y] = three_adjoints(2, reals{3, 5}, {1, reals{1, 10}, 77});
  EXPECT_DOUBLE_EQ(x, 8 + 9 + 250);
  EXPECT_EQ(numbers(y), (V{2 + 12, 2 + 200}));
  const auto [bx, by] = both_adjoint(6, 2, 1, 10);
  EXPECT_DOUBLE_EQ(bx, 2 + 5);
  EXPECT_DOUBLE_EQ(by, 6 - 15);
  const auto [ta, tb] = both_tangent(6, 2, 1, 1);
  EXPECT_DOUBLE_EQ(ta, 8);
  EXPECT_DOUBLE_EQ(tb, 0.5 - 1.5);
  EXPECT_DOUBLE_EQ(rotated_angle({2, 3}, 0, {1, 10}), -3 + 20);
  const V v{2, 3};
  EXPECT_EQ(grown_adjoint(v, {1, 10, 100, 1000}), (V{4 + 10, 600 + 1000}));
  EXPECT_EQ(grown_tangent(v, {1, 1}), (V{4, 1, 6, 1}));
}

} // namespace
