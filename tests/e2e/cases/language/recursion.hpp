// Functions that call themselves, with a depth that is known at run time only.
#pragma once

#include <soac/soac.hpp>

#include <vector>

namespace recursion {

double power(double x, int n);
double ackermann_like(double x, double y, int n);
double reflected(double x);
double integral(double a, double b, double p);
double even_odd(double x, double y, int n);
double determinant(soac::view<const double, 2> m);
double determinant_by_lists(soac::view<const double, 2> m);
double from_index(soac::view<const double, 1> xs, double scale);
double from_vector(const std::vector<double> &xs);
double from_pointer(const double *xs, int n);
double split_pointer(const double *xs, int n);
double two_arrays(const std::vector<double> &a, const std::vector<double> &b);
double with_records(double re, double im, int n);
double with_references(double x, int n);
double in_a_loop(double x, int n);
double in_a_map(soac::view<const double, 1> xs, double y);
double checked(double x, int n);
double local_array(double x, int n);
double static_member(double x, int n);
double member(double x, int n);
double written_array(double x, int n);
double crossed_references(double x, double y);
double generic_lambda(double x, int n);
double one_twice(double x, int n);
double halves_in_place(const std::vector<double> &x, double w);
double with_memory(double x, double y, int n);
double of_spans(const std::vector<double> &x, std::vector<double> &y, double w);

// Second derivatives.
double power_hessian(double x, int n);
double power_forward_over_reverse(double x, int n);
double power_reverse_over_reverse(double x, int n);
soac::array<double, 2> determinant_gradient(soac::view<const double, 2> m);
soac::array<double, 4> determinant_hessian(soac::view<const double, 2> m);
soac::array<double, 2> determinant_hvp(soac::view<const double, 2> m, soac::view<const double, 2> direction);

} // namespace recursion
