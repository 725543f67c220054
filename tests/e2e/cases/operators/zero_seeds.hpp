#pragma once
#include <soac/soac.hpp>

namespace zero_seeds {

void square_and_root(double x, double &square, double &root);
void square_and_others(double x, double y, double &square, double &others);
double reciprocal(double v);
double wave(double v);
double power(double x, double y);
double entropy(double x);
double softplus(double x);
void ratios(const double *a, const double *b, double *r, int n);
double safe_ratios(soac::view<const double> a, soac::view<const double> b);
double decay(const double *rates, double *state, int n, int steps);
double excess(double x);

double reciprocal_second(double v);
double entropy_second(double x);
double excess_second(double x);
double excess_second_reverse(double x);
double power_second(double x, double y, double dx);

double slope_of_roots(double x, double y, double z, double dx, double dy, double dz);
double fall_by_run(double x, double y, double dx);
double slope_of_fall(double x, double y, double dx);
double slope_of_fall_in_reverse(double x, double y, double dx);

} // namespace zero_seeds
