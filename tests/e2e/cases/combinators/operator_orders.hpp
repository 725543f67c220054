// Derivatives of derivatives.
#pragma once

#include <cmath>
#include <soac/soac.hpp>
#include <tuple>
#include <utility>
#include <vector>

// Derivatives of derivatives: every operator over every other, in loops, helpers, lambdas and templates.

namespace operator_orders {

using vec = soac::view<const double>;
using reals = soac::array<double>;
using matrix = soac::array<double, 2>;

double quintic(double x);
double wave(double x, double y);
double powers(vec x);
reals squares(vec x);

// Of x^5.
double jvp_of_gradient(double x, double dx);
double gradient_of_gradient(double x);
double gradient_of_jvp(double x);
double jvp_of_jvp(double x, double dx, double tx, double tdx);
double vjp_of_vjp(double x, double s, double t);
double third_by_three(double x);
double third_mixed(double x);
double fourth(double x);
double fifth(double x);
double gradient_of_hessian(double x);
double hvp_of_gradient(double x, double dx);
double vjp_of_jvp_of_vjp(double x);
double jvp_jvp_vjp(double x);
std::tuple<double, double> value_and_second(double x, double dx);
std::tuple<double, double> value_and_second_back(double x);
double slope_of_run(double x);

// Of sin(x y^2).
double mixed_partial(double x, double y);
double mixed_partial_back(double x, double y);
std::tuple<double, double> vjp_of_gradient(double x, double y, double a, double b);
double third_partial(double x, double y);

// Of arrays: the sum of x^3, and x^2.
reals hessian_by_vjp(vec x, vec v);
reals seed_by_name(vec x, vec seed);
reals vjp_of_jvp(vec x, vec dx, vec seed);
reals jvp_of_vjp(vec x, vec seed, vec dx, vec dseed);
matrix jacobian_of_gradient(vec x);
matrix hessian_in_directions(vec x, const matrix &dx);
matrix hessian_back(vec x, const matrix &seeds);
reals hessian_diagonal(vec x);
soac::array<double, 3> slope_of_hessian(vec x);

// Operators inside functions that are differentiated.
double descended(double x, int steps);
std::tuple<double, double> descended_both(double x, int steps);
double newton(double a);
double newton_slope(double a);
double by_helper(double x);
double by_helper_slope(double x);
double by_template(double x);
double by_template_slope(double x);
double by_lambda(vec x);
reals by_lambda_slope(vec x);
double by_map(vec x);
reals by_map_slope(vec x);
double by_while(double x);
double by_while_slope(double x);
double by_branch(double x);
double by_branch_slope(double x);
double by_reduction(vec x);
reals by_reduction_slope(vec x);
double arc_length(double a, int n);
double arc_length_slope(double a, int n);
double hamiltonian_flow(double q, double p, int n);
std::tuple<double, double> flow_slope(double q, double p, int n);
double nested_descent(double x);
double nested_descent_slope(double x);

// Of products of quaternions, from both ends.
double turned(vec angles);
reals turned_forward(vec angles, vec direction);
reals turned_back(vec angles, vec direction);

} // namespace operator_orders

// Derivatives of functions that use derivatives, and results of several parts.

struct Point {
  double x, y;
};
struct Fit {
  Point center;
  std::array<double, 2> spread;
  int count;
};

double potential(double x, double y);
double force_squared(double x, double y);
double newton_root(double start, double parameter, int steps);
Fit summarize(soac::view<const Point> points);
std::pair<double, std::vector<double>> normalised(std::vector<double> x);
std::tuple<soac::array<double>, double> shift_and_norm(soac::view<const double> x, double by);

namespace model::inner {
template <class T> T poly(const T *c, int n, T x) {
  T value = 0;
  while (n-- > 0)
    value = value * x + c[n];
  return value;
}
double use(const double *c, unsigned n, double x);
double energy(const std::vector<Point> &points, bool squared);
} // namespace model::inner

double hidden_energy(double x);
double do_while(double x, int n);
double bits(double x, unsigned mask);
double table(double x, int which);
void swap_and_scale(double &a, double &b, double factor);
void accumulate_rows(soac::view<const double, 2> m, std::span<double> sums);
double gather_sum(soac::view<const double> x, const std::vector<int> &which);
double histogram_entropy(const int *keys, const double *weights, int n, int bins);
double early(const double *x, int n);
double ternary_chain(double x, double y);
