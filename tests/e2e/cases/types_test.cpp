#include "types.hpp"

#include "check.hpp"
#include "types.soac.hpp"

using geometry::Point;
using geometry::Vec;
using reals = std::vector<double>;

namespace {
const reals five{0.3, -1.2, 0.7, 2.0, 0.4};
}

DERIVATIVES(Types, distance, Point(1, 2), Point(0.5, -1))
DERIVATIVES(Types, midpoint, Point(1, 2), Point(0.5, -1), 0.3)
DERIVATIVES(Types, polygon_length, std::vector<Point>{{0, 0}, {1, 0.2}, {0.5, 2}}, 3)
DERIVATIVES(Types, move_all, std::vector<Point>{{0, 0.3}, {1, 0.2}, {0.5, 2}}, 3, 0.4, 1.5)
DERIVATIVES(Types, shift_segment, Segment{{1, 2}, {3, 4}}, 0.3)
DERIVATIVES(Types, segment_length, Segment{{1, 2}, {3, 4}})
DERIVATIVES(Types, material_cost, Material{1.5, 2.0f, 2, {0.5, 0.75}}, 3.0)
DERIVATIVES(Types, scaled, Material{1.5, 2.0f, 2, {0.5, 0.75}}, 2.0)
DERIVATIVES(Types, vec3, Vec<3>{{1, 2, 3}}, Vec<3>{{0.5, -1, 0.2}}, 0.7)
TEST(Types, dual_by_hand) {
  EXPECT_DERIVATIVES(dual_by_hand, 0.7);
  const double x = 0.7, s = std::sin(x * x + x), c = std::cos(x * x + x), d = 2 * x + 1;
  double x_adj = 0;
  EXPECT_NEAR(dual_by_hand_vjp(x, 1.0, x_adj), c * d, 1e-14);
  EXPECT_NEAR(x_adj, -s * d * d + 2 * c, 1e-13);
}
DERIVATIVES(Types, dual_power, 0.8, 4)
DERIVATIVES(Types, bracket_operator, 0.8, 4.0)
TEST(Types, unary_minus_record) {
  EXPECT_DERIVATIVES(unary_minus_record, 0.8, 4.0);
  EXPECT_DERIVATIVES(unary_minus_record, 0.8, 0.4);
}
DERIVATIVES(Types, inherited, 0.8, 4.0)
DERIVATIVES(Types, constructed_chain, 0.8)
DERIVATIVES(Types, aggregate_designated, 0.8)
TEST(Types, counter_object) {
  EXPECT_DERIVATIVES(counter_object, 0.8, 7);
  EXPECT_DERIVATIVES(counter_object, 0.8, 0);
}
DERIVATIVES(Types, functor_with_state, 0.8)
DERIVATIVES(Types, static_member, 0.8)
DERIVATIVES(Types, nested_records, 0.8)
DERIVATIVES(Types, array_of_records, 0.8, 3)
DERIVATIVES(Types, vector_of_records, 0.8, 4)
DERIVATIVES(Types, record_assignment, 0.8)
DERIVATIVES(Types, const_and_mutable_methods, 0.8)
DERIVATIVES(Types, method_chaining, 0.8)
DERIVATIVES(Types, conversion_operator, 0.8)
DERIVATIVES(Types, lambda_by_value, 0.8)
DERIVATIVES(Types, lambda_by_reference, 0.8, 5)
DERIVATIVES(Types, lambda_init_capture, 0.8)
DERIVATIVES(Types, lambda_mutable, 0.8)
DERIVATIVES(Types, generic_lambda, 0.8)
DERIVATIVES(Types, lambda_returns_lambda, 0.8)
DERIVATIVES(Types, lambda_passed_to_template, 0.8, 0.3)
TEST(Types, immediately_invoked) {
  EXPECT_DERIVATIVES(immediately_invoked, 0.83);
  EXPECT_DERIVATIVES(immediately_invoked, 1.8);
}
DERIVATIVES(Types, function_pointer_template, 0.8)
DERIVATIVES(Types, recursion_free_chain, 0.8)
DERIVATIVES(Types, default_arguments, 0.8)
DERIVATIVES(Types, overloads, 0.8, 0.5f, 3)
DERIVATIVES(Types, structured_pair, 0.8)
DERIVATIVES(Types, polar, 0.8, 0.3)
DERIVATIVES(Types, with_count, 0.8, 4)
DERIVATIVES(Types, tie_results, 0.8)
DERIVATIVES(Types, constexpr_table, 0.8)
DERIVATIVES(Types, static_constexpr_members, 0.8)
TEST(Types, std_min_max) {
  EXPECT_DERIVATIVES(std_min_max, 0.8, 0.3, 0.5);
  EXPECT_DERIVATIVES(std_min_max, 1.8, 2.3, 0.5);
}
TEST(Types, std_clamp) {
  for (double x : {0.1, 0.5, 0.9})
    EXPECT_DERIVATIVES(std_clamp, x, 0.3, 0.7);
}
DERIVATIVES(Types, std_swap, 0.8, 1.3)
DERIVATIVES(Types, std_accumulate, five)
DERIVATIVES(Types, std_inner_product, five, five)
DERIVATIVES(Types, std_fill_copy, 0.8)
DERIVATIVES(Types, std_transform, five)
DERIVATIVES(Types, std_algorithms, five)
TEST(Types, bit_tricks) {
  for (unsigned n : {0u, 1u, 5u, 12u})
    EXPECT_DERIVATIVES(bit_tricks, 0.9, n);
}
TEST(Types, wrap_around) {
  for (int b : {-1, 300, 70000, -2147483647})
    EXPECT_DERIVATIVES(wrap_around, 0.5, std::uint8_t(100), b);
}
DERIVATIVES(Types, hash_steers, 0.9, 12345u, 9)
TEST(Types, signed_division) {
  EXPECT_DERIVATIVES(signed_division, 0.9, -7, 3);
  EXPECT_DERIVATIVES(signed_division, 0.9, 7, -3);
}
TEST(Types, casts_down) {
  double x_adj = 0;
  EXPECT_EQ(casts_down_vjp(0.7, 1.0, x_adj), casts_down(0.7));
  EXPECT_NEAR(x_adj, 2.8, 1e-6);
}
TEST(Types, float_only) {
  float x_adj = 0, y_adj = 1;
  EXPECT_FLOAT_EQ(float_only_vjp(0.7f, 0.4f, 1.0f, x_adj, y_adj), float_only(0.7f, 0.4f));
  const double x = 0.7, y = 0.4, q = 1 + y * y;
  EXPECT_NEAR(x_adj, std::cos(x) * y + 2 * x / q, 1e-5);
  EXPECT_NEAR(y_adj - 1, std::sin(x) - 2 * y * x * x / (q * q), 1e-5);
}
TEST(Types, mixed_precision) {
  float x_adj = 0;
  double y_adj = 0;
  EXPECT_DOUBLE_EQ(mixed_precision_vjp(0.7f, 0.4, 1.0, x_adj, y_adj), mixed_precision(0.7f, 0.4));
  EXPECT_NEAR(x_adj, 0.2 + 0.5 / std::sqrt(0.7) + 2, 1e-6);
  EXPECT_NEAR(y_adj, 0.35, 1e-7);
}
TEST(Types, double_inside) {
  float x_adj = 0;
  EXPECT_FLOAT_EQ(double_inside_vjp(0.7f, 1.0f, x_adj), double_inside(0.7f));
  const double h = 1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0;
  EXPECT_NEAR(x_adj, 2 * 0.7 * h * h, 1e-5);
}
DERIVATIVES(Types, float_rounding, 1.3)
DERIVATIVES(Types, integer_from_active_as_index, 0.4, five, 5)
TEST(Types, bool_arithmetic) {
  EXPECT_DERIVATIVES(bool_arithmetic, 1.3, 0.5);
  EXPECT_DERIVATIVES(bool_arithmetic, 1.3, 2.5);
  EXPECT_DERIVATIVES(bool_arithmetic, -1.3, 2.5);
}
TEST(Types, char_and_enum) {
  for (int which : {0, 1, 7})
    EXPECT_DERIVATIVES(char_and_enum, 1.3, which);
}
DERIVATIVES(Types, compound_assignments, 1.3, 0.4)
DERIVATIVES(Types, increments, 1.3)
TEST(Types, comma_and_nested_assignment) {
  for (double x : {0.3, 1.3})
    EXPECT_DERIVATIVES(comma_and_nested_assignment, x);
}
DERIVATIVES(Types, shadowing, 1.3)
DERIVATIVES(Types, literals, 1.3)
DERIVATIVES(Types, if_constexpr, 1.3)
DERIVATIVES(Types, fold_expressions, 1.3, 0.4, 0.2)
DERIVATIVES(Types, variadic_recursive, 1.3)
DERIVATIVES(Types, unused_inputs, 1.3, 2.0)
DERIVATIVES(Types, constant_result, 1.3)
TEST(Types, const_reference_result) {
  EXPECT_DERIVATIVES(const_reference_result, 1.3, 0.4);
  EXPECT_DERIVATIVES(const_reference_result, 1.3, 2.4);
  EXPECT_DERIVATIVES(const_reference_result, 2.3, 2.4);
}
TEST(Types, reference_returned_early) {
  EXPECT_DERIVATIVES(reference_returned_early, 1.3, 0.4);
  EXPECT_DERIVATIVES(reference_returned_early, 1.3, 2.4);
}
TEST(Types, writes_through_choice) {
  EXPECT_DERIVATIVES(writes_through_choice, 1.3, 0.4);
  EXPECT_DERIVATIVES(writes_through_choice, 0.3, 0.4);
  EXPECT_DERIVATIVES(writes_through_choice, 0.7, 0.4);
}
DERIVATIVES(Types, auto_everywhere, 1.3, 4)
DERIVATIVES(Types, special_values, 1.3, 0.4)
DERIVATIVES(Types, namespaced, 1.3)
DERIVATIVES(Types, typedefs, 1.3)
DERIVATIVES(Types, std_numeric, 1.3, 0.4, 0.7)
DERIVATIVES(Types, optional_like, 1.3)
DERIVATIVES(Types, golden_section, 0.3, 0.8)
DERIVATIVES(Types, secant, 1.0, 1.5)
DERIVATIVES(Types, logistic_map, 3.2, 0.3, 8)
DERIVATIVES(Types, kahan_sum, five, 5)
DERIVATIVES(Types, welford, five, 5)
DERIVATIVES(Types, clenshaw, five, 5, 0.3)
DERIVATIVES(Types, bessel_series, 1.7)
TEST(Types, spline) {
  for (double at : {0.1, 0.7, 1.9, 2.6})
    EXPECT_DERIVATIVES(spline, reals{0, 0.5, 1.5, 2, 3}, five, 5, at);
}
DERIVATIVES(Types, quaternion_angle, 0.3, 0.8, -0.2)
DERIVATIVES(Types, copies_of_members, 0.7, 1.3)
DERIVATIVES(Types, result_without_copy, 0.7, 1.3)
DERIVATIVES(Types, moved_from, 0.7, 1.3)
TEST(Types, copiesDoWhatTheirConstructorsSay) {
  EXPECT_DOUBLE_EQ(copies_of_members(2, 5), 120); // 2x * 3x * y
  double x_adj = 0, y_adj = 0;
  EXPECT_DOUBLE_EQ(copies_of_members_vjp(2, 5, 1, x_adj, y_adj), 120);
  EXPECT_DOUBLE_EQ(x_adj, 120);
  EXPECT_DOUBLE_EQ(y_adj, 24);
  x_adj = y_adj = 0;
  EXPECT_DOUBLE_EQ(result_without_copy_vjp(2, 5, 1, x_adj, y_adj), 15);
  EXPECT_DOUBLE_EQ(x_adj, 5);
  x_adj = y_adj = 0;
  EXPECT_DOUBLE_EQ(moved_from_vjp(2, 5, 1, x_adj, y_adj), 20);
  EXPECT_DOUBLE_EQ(x_adj, 10);
}
