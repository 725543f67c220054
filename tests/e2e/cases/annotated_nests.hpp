// Loops with annotations in loops, maps and branches, and of every kind of counter and result.
#pragma once

#include <vector>

#include <soac/soac.hpp>

namespace annotated_nests {

// Loops in loops, maps and branches.
double nested(const std::vector<double> &x, int n, int m);
double nested_annotated(const std::vector<double> &x, int n, int m);
double nested_mixed(const std::vector<double> &x, int n, int m);
double per_element(soac::view<const double> x, int steps);
double per_element_2(soac::view<const double> x, int steps);
double per_element_r2(soac::view<const double> x, int steps);
double in_branch_2(double x, int steps);
double in_branch_r2(double x, int steps);
double over_range_2(const std::vector<double> &x);
double over_range_r2(const std::vector<double> &x);
double downwards_2(const double *x, int n);
float single_r2(float x, int steps);
void output_2(const double *x, double *y, int n, int steps);
void output_r2(const double *x, double *y, int n, int steps);

} // namespace annotated_nests
