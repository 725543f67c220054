// Functions that are called often enough, and are large enough, to stay functions in the derivative.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <vector>

namespace calls {

double smoothed(const double *x, double w);
double stepped(std::vector<double> &u, double nu, int steps);
void in_place(double *u, int n, int steps, double w);
double rows(soac::view<const double, 2> m, double w);
double rotations(const std::array<double, 3> &a, const std::array<double, 3> &b, double s);
double shared_argument(const double *x, int n, double w);
double captured(const std::vector<double> &x, double a);
double members(double x, double y, int n);
double out_parameters(double x, double y);
double nested(const std::vector<double> &x, double w);
double in_branches(const std::vector<double> &x, double w, bool isLong);
double checked(const std::vector<double> &x, double w);
double with_integers(const std::vector<double> &x, double w);
double until_small(double x, double y);
double counted(const std::vector<double> &a, const std::vector<double> &b, double lo);
double given_begin(const std::vector<double> &x, double w);

// Second derivatives.
double rotations_second(const std::array<double, 3> &a, const std::array<double, 3> &b, double s);
double members_second(double x, double y, int n);
double given_begin_second(const std::vector<double> &x, double w);

} // namespace calls
