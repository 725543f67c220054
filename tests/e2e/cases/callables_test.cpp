#include "callables.hpp"

#include "callables.soac.hpp"
#include "check.hpp"

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
