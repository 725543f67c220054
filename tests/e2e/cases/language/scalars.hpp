// Arithmetic of scalars, and the functions of <cmath>.
#pragma once

#include <cstdint>

// Integers, mixed precision, casts, the operators of scalars; without any combinator.

double bit_tricks(double x, unsigned n);
double wrap_around(double x, std::uint8_t a, std::int32_t b);
double hash_steers(double x, std::uint32_t seed, int rounds);
double signed_division(double x, int a, int b);
double casts_down(double x);
float float_only(float x, float y);
double mixed_precision(float x, double y);
float double_inside(float x);
double float_rounding(double x);
double integer_from_active_as_index(double x, const double *table, int n);
double bool_arithmetic(double x, double y);
double char_and_enum(double x, int which);
double compound_assignments(double x, double y);
double increments(double x);
double comma_and_nested_assignment(double x);
double shadowing(double x);
double literals(double x);

// <cmath>, one function each.

double sine(double x);
double cosine(double x);
double tangent(double x);
double arc_sine(double x);
double arc_cosine(double x);
double arc_tangent(double x);
double hyperbolic_sine(double x);
double hyperbolic_cosine(double x);
double hyperbolic_tangent(double x);
double inverse_hyperbolic_sine(double x);
double inverse_hyperbolic_cosine(double x);
double inverse_hyperbolic_tangent(double x);
double exponential(double x);
double power_of_two(double x);
double exponential_less_one(double x);
double logarithm(double x);
double binary_logarithm(double x);
double decimal_logarithm(double x);
double logarithm_of_one_more(double x);
double square_root(double x);
double cube_root(double x);
double square(double x);
double reciprocal_cube(double x);
double power_of_three(double x);
double self_power(double x);
double absolute(double x);
double absolute_again(double x);
double error_function(double x);
double complementary_error_function(double x);
double gamma_function(double x);
double log_gamma(double x);
double bessel_functions(double x);
double bessel_of_order(int n, double x);
float bessel_of_floats(float x);
double second_kind(double x);
double power_of_ten(double x);
double by_old_names(double x);
double both_of_angle(double x);
double floors(double x);
double rounded(double x);
double nearest(double x);
double scaled(double x);
double classified(double x);
double unqualified(double x);
double limited(double x);
double angle(double x, double y);
double power(double x, double y);
double distance(double x, double y);
double smaller(double x, double y);
double larger(double x, double y);
double least(double x, double y);
double greatest(double x, double y);
double positive_difference(double x, double y);
double with_sign(double x, double y);
double floating_remainder(double x, double y);
double nearest_remainder(double x, double y);
double fused(double x, double y);
float single_sine(float x);
float single_power(float x);
