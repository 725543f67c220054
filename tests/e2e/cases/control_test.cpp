#include "control.hpp"

#include "check.hpp"
#include "control.soac.hpp"

#include <cmath>

using reals = std::vector<double>;
using ints = std::vector<int>;

namespace {
const reals seven{0.3, -1.2, 0.7, 2.0, 0.4, 1.1, -0.6};
const reals nine{0.5, 0.2, -0.4, 1.5, 0.7, 0.1, -0.3, 0.9, 0.6};
} // namespace

TEST(Control, every_third) {
  for (int n : {0, 1, 2, 5, 7})
    EXPECT_DERIVATIVES(every_third, seven, n);
}
TEST(Control, downwards) {
  for (int n : {0, 1, 2, 5, 7})
    EXPECT_DERIVATIVES(downwards, seven, n);
}
TEST(Control, downwards_unsigned) {
  for (unsigned n : {0u, 1u, 7u})
    EXPECT_DERIVATIVES(downwards_unsigned, seven, n);
}
TEST(Control, powers_of_two_apart) {
  for (int n : {1, 2, 5, 7})
    EXPECT_DERIVATIVES(powers_of_two_apart, seven, n);
}
DERIVATIVES(Control, geometric_steps, 0.7)
TEST(Control, two_indices) {
  for (int n : {0, 1, 2, 6, 7})
    EXPECT_DERIVATIVES(two_indices, seven, n);
}
DERIVATIVES(Control, while_growing, 1.3)
TEST(Control, do_until) {
  EXPECT_DERIVATIVES(do_until, 1.3);
  double x_adj = 0;
  EXPECT_NEAR(do_until_vjp(1.3, 1.0, x_adj), std::sin(1.3), 1e-14);
  EXPECT_NEAR(x_adj, std::cos(1.3), 1e-10);
}
DERIVATIVES(Control, do_once, 0.4)
TEST(Control, nested_triangle) {
  for (int n : {0, 1, 2, 7})
    EXPECT_DERIVATIVES(nested_triangle, seven, n);
}
TEST(Control, nested_break) {
  for (double limit : {0.05, 0.6, 1.2, 50.0})
    EXPECT_DERIVATIVES(nested_break, nine, 3, limit);
}
DERIVATIVES(Control, nested_continue, nine, 3)
TEST(Control, early_return_in_nest) {
  for (double limit : {0.1, 0.6, 1.9, 50.0})
    EXPECT_DERIVATIVES(early_return_in_nest, nine, 3, limit);
}
TEST(Control, break_and_continue) {
  EXPECT_DERIVATIVES(break_and_continue, reals{1, -2, 3, 0.5}, 4);
  EXPECT_DERIVATIVES(break_and_continue, reals{1, -2, 11, 0.5}, 4);
  EXPECT_DERIVATIVES(break_and_continue, reals{6, 4, 4.5, 0.5}, 4);
  EXPECT_DERIVATIVES(break_and_continue, reals{1}, 0);
}
TEST(Control, endless_with_break) {
  EXPECT_DERIVATIVES(endless_with_break, 2.0);
  double x_adj = 0;
  EXPECT_NEAR(endless_with_break_vjp(2.0, 1.0, x_adj), std::sqrt(2.0), 1e-14);
  EXPECT_NEAR(x_adj, 0.5 / std::sqrt(2.0), 1e-12);
}
DERIVATIVES(Control, endless_with_return, 1.7)
DERIVATIVES(Control, while_with_continue, seven, 7)
DERIVATIVES(Control, do_with_break, 3.0, 9)
DERIVATIVES(Control, do_with_continue, 0.8, 6)
TEST(Control, switch_plain) {
  for (int kind : {-1, 0, 1, 2, 3})
    EXPECT_DERIVATIVES(switch_plain, kind, 1.5, 0.4);
}
TEST(Control, switch_fallthrough) {
  for (int kind : {-4, 0, 1, 2, 3, 7})
    EXPECT_DERIVATIVES(switch_fallthrough, kind, 1.5);
}
DERIVATIVES(Control, switch_in_loop, ints{0, 1, 2, 3, 1, 0, 9}, seven, 7)
TEST(Control, switch_returns) {
  for (int kind : {int('a'), int('b'), int('c'), 0}) {
    EXPECT_DERIVATIVES(switch_returns, kind, 1.5);
    EXPECT_DERIVATIVES(switch_returns, kind, 0.5);
  }
}
TEST(Control, switch_default_first) {
  for (int kind : {0, 1, 2, 3})
    EXPECT_DERIVATIVES(switch_default_first, kind, 1.5);
}
DERIVATIVES(Control, switch_break_loop, seven, 7)
TEST(Control, else_if_chain) {
  for (double x : {-1.5, -0.5, 0.5, 1.5})
    EXPECT_DERIVATIVES(else_if_chain, x);
}
TEST(Control, chained_conditionals) {
  EXPECT_DERIVATIVES(chained_conditionals, 3.0, 1.0);
  EXPECT_DERIVATIVES(chained_conditionals, 1.5, 1.0);
  EXPECT_DERIVATIVES(chained_conditionals, 0.5, 1.0);
  EXPECT_DERIVATIVES(chained_conditionals, -0.5, 1.0);
}
TEST(Control, short_circuit) {
  EXPECT_DERIVATIVES(short_circuit, reals{1, 2, 3}, 3);
  EXPECT_DERIVATIVES(short_circuit, reals{1, -2, 3}, 3);
  EXPECT_DERIVATIVES(short_circuit, reals{1, -0.5, 0.3}, 3);
  EXPECT_DERIVATIVES(short_circuit, reals{-3}, 1);
}
DERIVATIVES(Control, assignment_in_condition, reals{1, 2, 0.5, -1, 4}, 5)
DERIVATIVES(Control, comma_for, 0.8, 5)
DERIVATIVES(Control, loop_variable_changed_inside, seven, 7)
DERIVATIVES(Control, bound_changes_inside, seven, 7)
TEST(Control, collatz_weighted) {
  for (int n : {1, 3, 6})
    EXPECT_DERIVATIVES(collatz_weighted, 0.6, n);
}
TEST(Control, bisect) {
  EXPECT_DERIVATIVES(bisect, 0.5);
  double x_adj = 0;
  EXPECT_NEAR(bisect_vjp(0.5, 2.0, x_adj), 0.5 * std::fmin(std::sqrt(2.0), 1.0), 1e-8);
}
DERIVATIVES(Control, newton_with_guard, 2.3, 50)
TEST(Control, trapezoid_refine) { EXPECT_DERIVATIVES(trapezoid_refine, 0.2, 1.1); }
DERIVATIVES(Control, fibonacci, 0.5, 1.5, 7)
DERIVATIVES(Control, continued_fraction, 1.2, 6)
DERIVATIVES(Control, runge_kutta, 0.3, 1.7, 0.1, 10)
TEST(Control, empty_loops) {
  for (int n : {-2, 0, 3})
    EXPECT_DERIVATIVES(empty_loops, 2.0, n);
}
TEST(Control, steps_by_variable) {
  for (int step : {1, 2, 3, 10})
    EXPECT_DERIVATIVES(steps_by_variable, seven, 7, step);
}
TEST(Control, down_by_variable) {
  for (int step : {1, 2, 3, 10})
    EXPECT_DERIVATIVES(down_by_variable, seven, 7, step);
}
DERIVATIVES(Control, not_equal_loop, seven, 7)
DERIVATIVES(Control, less_equal_loop, 0.9, 6)
DERIVATIVES(Control, float_counter, 1.3)
TEST(Control, guard_clauses) {
  EXPECT_DERIVATIVES(guard_clauses, -1.0, 1.0);
  EXPECT_DERIVATIVES(guard_clauses, 1.0, -1.0);
  EXPECT_DERIVATIVES(guard_clauses, 2.0, 1.0);
  EXPECT_DERIVATIVES(guard_clauses, 2.0, 3.0);
  EXPECT_DERIVATIVES(guard_clauses, 0.5, 1.0);
}
DERIVATIVES(Control, state_machine, reals{0.1, 0.6, 0.9, 0.8, 0.7, 0.4, 0.2, 0.9, 0.3, 0.8}, 10)
DERIVATIVES(Control, labels_of_loops, 1.3)
DERIVATIVES(Control, prefix_update_in_body, 0.7)
DERIVATIVES(Control, range_for_list, 0.7)
TEST(Control, last_that_matches) {
  EXPECT_DERIVATIVES(last_that_matches, seven, 7);
  EXPECT_DERIVATIVES(last_that_matches, reals{-1, -2}, 2);
}
DERIVATIVES(Control, max_with_index, seven, 7)
TEST(Control, void_return_helper) {
  for (double x : {0.5, 3.0, 30.0})
    EXPECT_DERIVATIVES(void_return_helper, x);
}
TEST(Control, init_statements) {
  for (double x : {0.5, 1.2, 3.0})
    EXPECT_DERIVATIVES(init_statements, x);
}
TEST(Control, bool_flags) {
  EXPECT_DERIVATIVES(bool_flags, seven, 7);
  EXPECT_DERIVATIVES(bool_flags, reals{1, 2, 3}, 3);
}
TEST(Control, nested_switch) {
  for (int a : {0, 1, 2})
    for (int b : {0, 1, 2, 5})
      EXPECT_DERIVATIVES(nested_switch, a, b, 1.4);
}
DERIVATIVES(Control, loop_to_convergence, 0.7)
