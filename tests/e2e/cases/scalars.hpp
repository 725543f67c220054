// Integers, mixed precision, casts, the operators of scalars; without any combinator.
#pragma once

#include <cstdint>

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
