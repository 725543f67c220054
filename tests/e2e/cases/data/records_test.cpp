#include "records.hpp"

#include "check.hpp"
#include "records.soac.hpp"

#include <cmath>

using geometry::Point;
using geometry::Vec;

DERIVATIVES(Records, distance, Point(1, 2), Point(0.5, -1))
DERIVATIVES(Records, midpoint, Point(1, 2), Point(0.5, -1), 0.3)
DERIVATIVES(Records, polygon_length, std::vector<Point>{{0, 0}, {1, 0.2}, {0.5, 2}}, 3)
DERIVATIVES(Records, move_all, std::vector<Point>{{0, 0.3}, {1, 0.2}, {0.5, 2}}, 3, 0.4, 1.5)
DERIVATIVES(Records, shift_segment, Segment{{1, 2}, {3, 4}}, 0.3)
DERIVATIVES(Records, segment_length, Segment{{1, 2}, {3, 4}})
DERIVATIVES(Records, material_cost, Material{1.5, 2.0f, 2, {0.5, 0.75}}, 3.0)
DERIVATIVES(Records, scaled, Material{1.5, 2.0f, 2, {0.5, 0.75}}, 2.0)
DERIVATIVES(Records, vec3, Vec<3>{{1, 2, 3}}, Vec<3>{{0.5, -1, 0.2}}, 0.7)
TEST(Records, dual_by_hand) {
  EXPECT_DERIVATIVES(dual_by_hand, 0.7);
  const double x = 0.7, s = std::sin(x * x + x), c = std::cos(x * x + x), d = 2 * x + 1;
  double x_adj = 0;
  EXPECT_NEAR(dual_by_hand_vjp(x, 1.0, x_adj), c * d, 1e-14);
  EXPECT_NEAR(x_adj, -s * d * d + 2 * c, 1e-13);
}
DERIVATIVES(Records, dual_power, 0.8, 4)
DERIVATIVES(Records, bracket_operator, 0.8, 4.0)
TEST(Records, unary_minus_record) {
  EXPECT_DERIVATIVES(unary_minus_record, 0.8, 4.0);
  EXPECT_DERIVATIVES(unary_minus_record, 0.8, 0.4);
}
DERIVATIVES(Records, inherited, 0.8, 4.0)
DERIVATIVES(Records, constructed_chain, 0.8)
DERIVATIVES(Records, aggregate_designated, 0.8)
TEST(Records, counter_object) {
  EXPECT_DERIVATIVES(counter_object, 0.8, 7);
  EXPECT_DERIVATIVES(counter_object, 0.8, 0);
}
DERIVATIVES(Records, functor_with_state, 0.8)
DERIVATIVES(Records, static_member, 0.8)
DERIVATIVES(Records, nested_records, 0.8)
DERIVATIVES(Records, array_of_records, 0.8, 3)
DERIVATIVES(Records, vector_of_records, 0.8, 4)
DERIVATIVES(Records, record_assignment, 0.8)
DERIVATIVES(Records, const_and_mutable_methods, 0.8)
DERIVATIVES(Records, method_chaining, 0.8)
DERIVATIVES(Records, conversion_operator, 0.8)
TEST(Records, reference_returned_early) {
  EXPECT_DERIVATIVES(reference_returned_early, 1.3, 0.4);
  EXPECT_DERIVATIVES(reference_returned_early, 1.3, 2.4);
}
TEST(Records, writes_through_choice) {
  EXPECT_DERIVATIVES(writes_through_choice, 1.3, 0.4);
  EXPECT_DERIVATIVES(writes_through_choice, 0.3, 0.4);
  EXPECT_DERIVATIVES(writes_through_choice, 0.7, 0.4);
}
DERIVATIVES(Records, copies_of_members, 0.7, 1.3)
DERIVATIVES(Records, result_without_copy, 0.7, 1.3)
DERIVATIVES(Records, moved_from, 0.7, 1.3)
TEST(Records, copiesDoWhatTheirConstructorsSay) {
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
DERIVATIVES(Records, with_fixed_arrays,
            fixed_arrays{{{1, 2, 3}, {0.5f, -1, 2}}, {{1.5, 3}, {2, 4}}, {{{1, 2}}, {{3, 4}}}, 0.7}, 0.6)
DERIVATIVES(Records, as_other_records, frame{{1.5, 0.5}, {{2, 0.3}, {-1, 0.7}}}, 0.6)
