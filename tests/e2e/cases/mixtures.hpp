// Combinators, loops and views inside each other.
#pragma once

#include <soac/soac.hpp>
#include <vector>

// Combinators inside loops inside maps, in-place writes, ways out of loops, computed indices, ties. `twice_..` are
// functions of first derivatives.

namespace mixtures {

using vec = soac::view<const double>;
using mat = soac::view<const double, 2>;
using keys = soac::view<const int>;

// Combinators in loops in maps.
double smoothed_rows(mat x, int sweeps);
double row_histograms(mat x, keys bins, int rounds);
double scans_in_loops(vec x, int rounds);
double loop_in_operator(vec x);
double reduced_while(vec x, double limit);
soac::array<double> triangular(mat x);
double nested_breaks(mat x, double limit);
double early_return_in_map(mat x, double limit);
double maps_of_writes(mat x, keys at);

// Indices that are computed, ties, integers that steer.
double gathered_twice(vec x, keys at);
double sorted_in_loop(vec x, int rounds);
double ties(vec x, vec y);
double quantised(vec x);
double argmin_walk(mat x, int steps);
double counting(vec x, double limit);
double binned_by_value(vec x, int bins);
double filtered_means(mat x);

// Second order.
double twice_smoothed(mat x, int sweeps);
double twice_histograms(mat x, keys bins, int rounds);
double twice_scans(vec x, int rounds);
double twice_operator(vec x);
double twice_while(vec x, double limit);
double twice_gathered(vec x, keys at);
double twice_sorted(vec x, int rounds);
double twice_filtered(mat x);

} // namespace mixtures

// Views, slices, transposes and records as arguments of combinators and loops, outputs in place. `twice_..` and
// `curved_..` are functions of first derivatives.

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
