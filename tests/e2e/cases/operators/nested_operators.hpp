// Operators over operators and inside differentiated functions, for programs of every combinator.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <span>
#include <tuple>
#include <vector>

namespace nested {

using vec = soac::view<const double, 1>;
using mat = soac::view<const double, 2>;
using reals = soac::array<double, 1>;
using matrix = soac::array<double, 2>;

struct square {
  double a, b, c, d;
  square operator*(const square &o) const {
    return {a * o.a + b * o.c, a * o.b + b * o.d, c * o.a + d * o.c, c * o.b + d * o.d};
  }
};

// Functions of one vector.
double log_sum_exp(vec x);
double product(vec x);
double smallest(vec x);
double chain(vec x);
double scanned(vec x);
double prefix(vec x);
double bins(vec x);
double scattered(vec x);
double loops(vec x);
double stencil(vec x);
double inplace(vec x);
double normalised(vec x);
double gram(vec x);
double mixture(vec x);
double layout(vec x);
double argument(vec x);
double branches(vec x);
double until(vec x);

double cost(mat points, mat centers);

/// First and second derivatives of one function at x in the direction dx.
struct orders {
  double value = 0.0, slope = 0.0;
  reals gradient;        // gradient
  reals forward;         // jvp of gradient
  reals reverse;         // vjp of gradient
  double tangents = 0.0; // dx' H dx by jvp of jvp
  double third = 0.0;    // forward over forward over reverse, dx' T(dx, dx)
};
orders of_log_sum_exp(vec x, vec dx);
orders of_product(vec x, vec dx);
orders of_smallest(vec x, vec dx);
orders of_chain(vec x, vec dx);
orders of_scanned(vec x, vec dx);
orders of_prefix(vec x, vec dx);
orders of_bins(vec x, vec dx);
orders of_scattered(vec x, vec dx);
orders of_loops(vec x, vec dx);
orders of_stencil(vec x, vec dx);
orders of_inplace(vec x, vec dx);
orders of_normalised(vec x, vec dx);
orders of_gram(vec x, vec dx);
orders of_mixture(vec x, vec dx);
orders of_layout(vec x, vec dx);
orders of_argument(vec x, vec dx);
orders of_branches(vec x, vec dx);
orders of_until(vec x, vec dx);

// Operators inside differentiated functions: forward and reverse inside, forward and reverse outside.
double potential(double x, double y);
double reverse_inside(vec x);
double forward_inside(vec x);
double descent(vec x, int steps, double rate);
double mapped_gradients(vec x, vec y);
double gradient_of_arrays(vec x, vec w);
double newton(double a, int steps);
double saddle(double x, double y, int steps);
double captured(vec x, double s);
double inner_vjp(vec x, vec seed);
double inner_hessian(vec x);

std::tuple<matrix, matrix> cost_gradients(mat p, mat c);
matrix cost_diagonal(mat p, mat c);
std::tuple<double, matrix> cost_value_and_gradient(mat p, mat c);
std::tuple<matrix, matrix> swapped(mat p, mat c);

} // namespace nested
