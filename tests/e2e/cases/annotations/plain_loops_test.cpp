#include "plain_loops.hpp"

#include "check.hpp"
#include "plain_loops.soac.hpp"

#include <cmath>

using reals = std::vector<double>;

namespace {
const reals seven{0.3, -1.2, 0.7, 2.0, 0.4, 1.1, -0.6};
const reals nine{0.5, 0.2, -0.4, 1.5, 0.7, 0.1, -0.3, 0.9, 0.6};
} // namespace

TEST(PlainLoops, every_third) {
  for (int n : {0, 1, 2, 5, 7})
    EXPECT_DERIVATIVES(every_third, seven, n);
}
TEST(PlainLoops, downwards) {
  for (int n : {0, 1, 2, 5, 7})
    EXPECT_DERIVATIVES(downwards, seven, n);
}
TEST(PlainLoops, downwards_unsigned) {
  for (unsigned n : {0u, 1u, 7u})
    EXPECT_DERIVATIVES(downwards_unsigned, seven, n);
}
TEST(PlainLoops, powers_of_two_apart) {
  for (int n : {1, 2, 5, 7})
    EXPECT_DERIVATIVES(powers_of_two_apart, seven, n);
}
DERIVATIVES(PlainLoops, geometric_steps, 0.7)
TEST(PlainLoops, two_indices) {
  for (int n : {0, 1, 2, 6, 7})
    EXPECT_DERIVATIVES(two_indices, seven, n);
}
DERIVATIVES(PlainLoops, while_growing, 1.3)
TEST(PlainLoops, do_until) {
  EXPECT_DERIVATIVES(do_until, 1.3);
  double x_adj = 0;
  EXPECT_NEAR(do_until_vjp(1.3, 1.0, x_adj), std::sin(1.3), 1e-14);
  EXPECT_NEAR(x_adj, std::cos(1.3), 1e-10);
}
DERIVATIVES(PlainLoops, do_once, 0.4)
TEST(PlainLoops, nested_triangle) {
  for (int n : {0, 1, 2, 7})
    EXPECT_DERIVATIVES(nested_triangle, seven, n);
}
TEST(PlainLoops, nested_break) {
  for (double limit : {0.05, 0.6, 1.2, 50.0})
    EXPECT_DERIVATIVES(nested_break, nine, 3, limit);
}
DERIVATIVES(PlainLoops, nested_continue, nine, 3)
TEST(PlainLoops, early_return_in_nest) {
  for (double limit : {0.1, 0.6, 1.9, 50.0})
    EXPECT_DERIVATIVES(early_return_in_nest, nine, 3, limit);
}
TEST(PlainLoops, break_and_continue) {
  EXPECT_DERIVATIVES(break_and_continue, reals{1, -2, 3, 0.5}, 4);
  EXPECT_DERIVATIVES(break_and_continue, reals{1, -2, 11, 0.5}, 4);
  EXPECT_DERIVATIVES(break_and_continue, reals{6, 4, 4.5, 0.5}, 4);
  EXPECT_DERIVATIVES(break_and_continue, reals{1}, 0);
}
TEST(PlainLoops, endless_with_break) {
  EXPECT_DERIVATIVES(endless_with_break, 2.0);
  double x_adj = 0;
  EXPECT_NEAR(endless_with_break_vjp(2.0, 1.0, x_adj), std::sqrt(2.0), 1e-14);
  EXPECT_NEAR(x_adj, 0.5 / std::sqrt(2.0), 1e-12);
}
DERIVATIVES(PlainLoops, endless_with_return, 1.7)
DERIVATIVES(PlainLoops, while_with_continue, seven, 7)
DERIVATIVES(PlainLoops, do_with_break, 3.0, 9)
DERIVATIVES(PlainLoops, do_with_continue, 0.8, 6)
DERIVATIVES(PlainLoops, comma_for, 0.8, 5)
DERIVATIVES(PlainLoops, loop_variable_changed_inside, seven, 7)
DERIVATIVES(PlainLoops, bound_changes_inside, seven, 7)
TEST(PlainLoops, empty_loops) {
  for (int n : {-2, 0, 3})
    EXPECT_DERIVATIVES(empty_loops, 2.0, n);
}
TEST(PlainLoops, steps_by_variable) {
  for (int step : {1, 2, 3, 10})
    EXPECT_DERIVATIVES(steps_by_variable, seven, 7, step);
}
TEST(PlainLoops, down_by_variable) {
  for (int step : {1, 2, 3, 10})
    EXPECT_DERIVATIVES(down_by_variable, seven, 7, step);
}
DERIVATIVES(PlainLoops, not_equal_loop, seven, 7)
DERIVATIVES(PlainLoops, less_equal_loop, 0.9, 6)
DERIVATIVES(PlainLoops, float_counter, 1.3)
DERIVATIVES(PlainLoops, labels_of_loops, 1.3)
DERIVATIVES(PlainLoops, prefix_update_in_body, 0.7)
DERIVATIVES(PlainLoops, range_for_list, 0.7)
DERIVATIVES(PlainLoops, loop_to_convergence, 0.7)
