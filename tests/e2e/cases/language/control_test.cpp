#include "control.hpp"

#include "check.hpp"
#include "control.soac.hpp"

#include <cmath>

using reals = std::vector<double>;
using ints = std::vector<int>;

namespace {
const reals seven{0.3, -1.2, 0.7, 2.0, 0.4, 1.1, -0.6};
} // namespace

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
TEST(Control, guard_clauses) {
  EXPECT_DERIVATIVES(guard_clauses, -1.0, 1.0);
  EXPECT_DERIVATIVES(guard_clauses, 1.0, -1.0);
  EXPECT_DERIVATIVES(guard_clauses, 2.0, 1.0);
  EXPECT_DERIVATIVES(guard_clauses, 2.0, 3.0);
  EXPECT_DERIVATIVES(guard_clauses, 0.5, 1.0);
}
DERIVATIVES(Control, state_machine, reals{0.1, 0.6, 0.9, 0.8, 0.7, 0.4, 0.2, 0.9, 0.3, 0.8}, 10)
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
