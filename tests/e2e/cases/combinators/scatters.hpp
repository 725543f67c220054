// Writes to computed places: scatters and histograms.
#pragma once

#include <soac/soac.hpp>
#include <tuple>
#include <vector>

// scatter, gather and selections: what is overwritten, ignored, refused at run time.

namespace scatters {

using reals = soac::view<const double>;
using rows = soac::view<const double, 2>;
using indices = soac::view<const int>;
using array = soac::array<double>;
using matrix = soac::array<double, 2>;

struct Point {
  double x, y;
};

array put(reals dest, indices at, reals v);
matrix put_rows(rows dest, indices at, rows v);
double put_points(const std::vector<Point> &dest, indices at, const std::vector<Point> &v);
array spread(reals dest, reals v);
array reversed(reals dest, reals v);
array inverse_permutation(reals keys, reals v);
array in_loop(reals dest, indices at, reals v, int steps);
array in_branch(reals dest, indices at, reals v, bool write);
array read_after(reals dest, indices at, reals v);
matrix in_map(rows dest, indices at, reals v);
array gathered_and_put(reals dest, indices from, indices to);
array selected_and_put(reals dest, reals v);
array put_gradient(reals dest, indices at, reals v);

} // namespace scatters

// Histograms into arrays that a loop carries and reads: what they overwrite is logged bin by bin.

namespace carried_bins {

using array = soac::array<double>;
using reals = soac::view<const double>;
using keys = soac::view<const int>;

array sums(reals bins, keys at, reals v, int steps);
array products(reals bins, keys at, reals v, int steps);
array maxima(reals bins, keys at, reals v, int steps);
array curved(reals bins, keys at, reals v, int steps);
array pairs(reals bins, keys at, reals v, int steps);
soac::array<double, 2> row_sums(soac::view<const double, 2> bins, keys at, soac::view<const double, 2> v, int steps);
array in_branches(reals bins, keys at, reals v, int steps);
array mixed(reals bins, keys at, reals v, int steps);
array multiplied(reals bins, keys at, reals v, int steps);
array sums_while(reals bins, keys at, reals v, double limit);
double total_of_products(reals bins, keys at, reals v, int steps);
array gradient_of_products(reals bins, keys at, reals v, int steps);

} // namespace carried_bins
