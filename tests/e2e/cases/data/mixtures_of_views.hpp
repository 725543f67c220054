// Views, slices, transposes and records as arguments of combinators and loops, outputs in place. `twice_..` and
// `curved_..` are functions of first derivatives.
#pragma once

#include <soac/soac.hpp>

#include <vector>

namespace mixtures_of_views {

using vec = soac::view<const double>;
using mat = soac::view<const double, 2>;

struct Particle {
  double position, speed;
  int kind;
};

// Views, slices, transposes.
double views_of_views(mat x, int from, int to);
double diagonal_blocks(mat x);
double in_place_transposed(mat x, int rounds);
double windows(vec x, int width);
double flattened_writes(mat x);
double rotated_products(vec x, int by);
double reversed_scan(vec x);

// Records and helpers.
double particles(std::vector<Particle> ps, double dt, int steps);
double best_record(vec x, vec y);
double moments(vec x);
double affine_chain(vec a, vec b, double start);
double stacked_lambdas(vec x, double s);

// Outputs in place.
void relax_in_place(soac::view<double, 2> u, double rate, int sweeps);
void scatter_rounds(const double *x, const int *where, double *bins, int n, int rounds);
void prefix_in_place(double *x, int n, int rounds);

// Second order.
double twice_views(mat x, int from, int to);
double twice_transposed(mat x, int rounds);
double twice_rotated(vec x, int by);
double twice_reversed(vec x);
double twice_moments(vec x);
double twice_chain(vec a, vec b, double start);
double curved_windows(vec x, int width);

} // namespace mixtures_of_views
