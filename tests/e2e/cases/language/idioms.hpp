// Idioms of C++ in numerical code: expression templates, dual numbers, policies, tables, matrices with operators.
#pragma once

namespace idioms {

struct vec3 {
  double x = 0, y = 0, z = 0;
};

double expression_templates(double x, double y);
double unrolled_quadrature(double b);
double folds(double x);
double constrained_templates(double x);
double program_table(double x);
double inherited_members(double x);
double members_that_refer(double x, double y);
double dual_numbers(double x);
double newton_with_test(double a);
double bisected(double c);
double adaptive_steps(double y0, double k);
double integrator_object(vec3 v, double k);
double function_arguments(double x);
double jumps_out_of_two_loops(double x, int n);
double do_with_continue(double x);
double two_counters(double x);
double matrix_class(double x);
double matrix_power(double x, int n);
double rows_of_pointers(double x);

} // namespace idioms
