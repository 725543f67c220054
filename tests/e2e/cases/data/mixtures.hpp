// Combinators inside loops inside maps, in-place writes, ways out of loops, computed indices, ties. `twice_..` are
// functions of first derivatives.
#pragma once

#include <soac/soac.hpp>

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
