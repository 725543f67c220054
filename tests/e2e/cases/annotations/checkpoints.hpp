// What is stored for the return sweep: in nests, in derivatives of derivatives, and how much.
#pragma once

#include <soac/soac.hpp>
#include <vector>

// Loops with annotations in loops, maps and branches, and of every kind of counter and result.

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

// Second derivatives of annotated loops: an operator inside a differentiated function, in both modes of both.

namespace annotated_twice {

double scalar_plain(double x, double rate, int steps);
double by_tangent_plain(double x, double rate, int steps);
double by_adjoint_plain(double x, double rate, int steps);
double state_plain(soac::view<const double> x, int steps);
double of_gradient_plain(soac::view<const double> x, int steps);
double scalar_strip2(double x, double rate, int steps);
double by_tangent_strip2(double x, double rate, int steps);
double by_adjoint_strip2(double x, double rate, int steps);
double state_strip2(soac::view<const double> x, int steps);
double of_gradient_strip2(soac::view<const double> x, int steps);
double scalar_revolve2(double x, double rate, int steps);
double by_tangent_revolve2(double x, double rate, int steps);
double by_adjoint_revolve2(double x, double rate, int steps);
double state_revolve2(soac::view<const double> x, int steps);
double of_gradient_revolve2(soac::view<const double> x, int steps);

} // namespace annotated_twice

// A long time loop, whose adjoint's memory is measured.

double evolve(const std::vector<double> &x, int steps);
double evolve_2(const std::vector<double> &x, int steps);
double evolve_3(const std::vector<double> &x, int steps);
double evolve_r100(const std::vector<double> &x, int steps);
double smooth(const std::vector<double> &x, int steps);
double smooth_2(const std::vector<double> &x, int steps);
double smooth_3(const std::vector<double> &x, int steps);
double smooth_r100(const std::vector<double> &x, int steps);
