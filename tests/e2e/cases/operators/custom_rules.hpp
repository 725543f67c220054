// Derivatives that the user gives, derivatives that end or are changed on purpose.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <span>
#include <tuple>
#include <vector>

namespace rules {

/// Defined where soac does not look: cubes its argument.
double outside(double x);
double outside_slope(double x);

struct Polar {
  double r, angle;
  int turns;
};

double tenfold(double x);       ///< x * x, with a rule that says 10 x
double by_library(double x);    ///< J_0
double by_outside(double x, double y);
double log_sum_exp(soac::view<const double> x);
soac::array<double> normalised(soac::view<const double> x);
double in_map(soac::view<const double> x);
double in_loop(double x, int n);
double newton_root(double a);
double of_record(const Polar &p, double k);
double of_tuple(double x, double y);
double of_vector(const std::vector<double> &x);
double mixed_arguments(double x, int n, soac::view<const double> y);
double lambda_rules(double x);

double by_objects(double x);
double by_members(double x);
double of_array(const std::array<double, 3> &x);
double of_pointer(const double *x, int n);
double of_rows(soac::view<const double, 2> a);
double in_while(double x);
double with_factor(soac::view<const double> x, double k);
double changed_view(soac::view<const double> x);

double clipped(double x, double y);
double clipped_array(soac::view<const double> x);
double reversed_gradient(soac::view<const double> x, double lambda);
double clipped_record(const Polar &p);
double stopped(double x, soac::view<const double> y, const Polar &p);

struct Numbers {
  std::vector<double> all;
};
Numbers second_order();

} // namespace rules
