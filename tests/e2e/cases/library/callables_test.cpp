#include "callables.hpp"

#include "callables.soac.hpp"
#include "check.hpp"

#include <cmath>

DERIVATIVES(Callables, lambda_by_value, 0.8)
DERIVATIVES(Callables, lambda_by_reference, 0.8, 5)
DERIVATIVES(Callables, lambda_init_capture, 0.8)
DERIVATIVES(Callables, lambda_mutable, 0.8)
DERIVATIVES(Callables, generic_lambda, 0.8)
DERIVATIVES(Callables, lambda_returns_lambda, 0.8)
DERIVATIVES(Callables, lambda_passed_to_template, 0.8, 0.3)
TEST(Callables, immediately_invoked) {
  EXPECT_DERIVATIVES(immediately_invoked, 0.83);
  EXPECT_DERIVATIVES(immediately_invoked, 1.8);
}
DERIVATIVES(Callables, function_pointer_template, 0.8)
DERIVATIVES(Callables, recursion_free_chain, 0.8)
DERIVATIVES(Callables, default_arguments, 0.8)
DERIVATIVES(Callables, overloads, 0.8, 0.5f, 3)
DERIVATIVES(Callables, constexpr_table, 0.8)
DERIVATIVES(Callables, static_constexpr_members, 0.8)
DERIVATIVES(Callables, if_constexpr, 1.3)
DERIVATIVES(Callables, fold_expressions, 1.3, 0.4, 0.2)
DERIVATIVES(Callables, variadic_recursive, 1.3)
DERIVATIVES(Callables, unused_inputs, 1.3, 2.0)
DERIVATIVES(Callables, constant_result, 1.3)
TEST(Callables, const_reference_result) {
  EXPECT_DERIVATIVES(const_reference_result, 1.3, 0.4);
  EXPECT_DERIVATIVES(const_reference_result, 1.3, 2.4);
  EXPECT_DERIVATIVES(const_reference_result, 2.3, 2.4);
}
DERIVATIVES(Callables, auto_everywhere, 1.3, 4)
DERIVATIVES(Callables, special_values, 1.3, 0.4)
DERIVATIVES(Callables, namespaced, 1.3)
DERIVATIVES(Callables, typedefs, 1.3)
DERIVATIVES(Callables, optional_like, 1.3)

namespace functors {

namespace {

using V = std::vector<double>;

TEST(Functors, composed) {
  EXPECT_DERIVATIVES(composed, 0.7, 0);
  EXPECT_DERIVATIVES(composed, 0.7, 1);
  double x_adj = 0;
  composed_vjp(0.7, 0, 1.0, x_adj);
  EXPECT_NEAR(x_adj, 4 * 0.343 + 1, 1e-14);
}
DERIVATIVES(Functors, reassigned, 0.7, 1.2)
DERIVATIVES(Functors, through_parameter, 0.7, 1.2)
DERIVATIVES(Functors, counting, 0.7, 4)
TEST(Functors, newton) {
  EXPECT_DERIVATIVES(newton, 1.2, 2.0);
  double x_adj = 0, a_adj = 0;
  newton_vjp(1.2, 2.0, 1.0, x_adj, a_adj);
  EXPECT_NEAR(x_adj, 0, 1e-14);
  EXPECT_NEAR(a_adj, std::cbrt(2.0) / 6, 1e-14);
}
TEST(Functors, table) {
  const double x = 0.7, expected[] = {5 * std::pow(x, 4), 6 * std::pow(x, 5),
                                      std::cos(x) * x * x * x + 3 * std::sin(x) * x * x, 2 * x};
  for (int k = 0; k < 4; ++k) {
    EXPECT_DERIVATIVES(table, x, k);
    double x_adj = 0;
    table_vjp(x, k, 1.0, x_adj);
    EXPECT_NEAR(x_adj, expected[k], 1e-14) << k;
  }
}
DERIVATIVES(Functors, table_of_std, 1.3, 7)
DERIVATIVES(Functors, members, (Item{0.7, 1.3, 2}), 0.4)
TEST(Functors, sum_of_members) {
  const std::vector<Item> items{{1, 2, 3}, {0.5, -1, 2}};
  EXPECT_DERIVATIVES(sum_of_members, items, true);
  EXPECT_DERIVATIVES(sum_of_members, items, false);
}
DERIVATIVES(Functors, made_in_place, 0.7, 1.2)
DERIVATIVES(Functors, copied_backwards, (V{0.7, -1.2, 2}))
DERIVATIVES(Functors, applied_sine, (V{0.7, -1.2, 2}))
DERIVATIVES(Functors, not_captured, (V{0.7, -1.2, 2}), 4)

} // namespace

} // namespace functors

DERIVATIVES(Callables, known_class, 0.7, 1.3)
