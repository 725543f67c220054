// Lambdas, function objects, overloads, templates, references that functions return; without any combinator.
#pragma once

template <class T> T horner3(T x, T a, T b) { return (a * x + b) * x + T(1); }

double lambda_by_value(double x);
double lambda_by_reference(double x, int n);
double lambda_init_capture(double x);
double lambda_mutable(double x);
double generic_lambda(double x);
double lambda_returns_lambda(double x);
double lambda_passed_to_template(double x, double y);
double immediately_invoked(double x);
double function_pointer_template(double x);
double recursion_free_chain(double x);
double default_arguments(double x);
double overloads(double x, float f, int i);
double constexpr_table(double x);
double static_constexpr_members(double x);
double if_constexpr(double x);
double fold_expressions(double x, double y, double z);
double variadic_recursive(double x);
double unused_inputs(double x, double y);
double constant_result(double x);
double const_reference_result(double x, double y);
double auto_everywhere(double x, int n);
double special_values(double x, double y);
double namespaced(double x);
double typedefs(double x);
double optional_like(double x);
