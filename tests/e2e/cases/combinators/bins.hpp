// reduce_by_index: every kind of element and operator, with dest and with bins, nested, with free variables.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <tuple>

namespace bins {

using reals = soac::view<const double>;
using rows = soac::view<const double, 2>;
using keys = soac::view<const int>;
using array = soac::array<double>;
using matrix = soac::array<double, 2>;

struct Interval {
  double low, high;
};
struct Moments {
  double count, mean, square; // of a set: how many, their mean, the sum of squared differences from it
};

array sums(reals dest, keys at, reals x);
array counted_sums(keys at, reals x, int n);
array products(reals dest, keys at, reals x);
array products_of_lambda(keys at, reals x, int n);
array minima(reals dest, keys at, reals x);
array maxima(keys at, reals x, int n);
array largest_by_lambda(reals dest, keys at, reals x);
array curved(reals dest, keys at, reals x, double c);
array log_sum_exp(keys at, reals x, int n);
array weighted_by_table(reals dest, keys at, reals x, reals table);
array last_of(reals dest, keys at, reals x);
double affine_maps(keys at, reals slope, reals offset, reals start_slope, reals start_offset);
double complex_products(keys at, reals re, reals im, int n);
double argmax_pairs(keys at, reals x, reals payload, int n);
double intervals(const std::vector<Interval> &dest, keys at, const std::vector<Interval> &x);
double moments(keys at, reals x, int n);
matrix row_sums(rows dest, keys at, rows x);
matrix row_products(rows dest, keys at, rows x);
matrix row_maxima(rows dest, keys at, rows x);
matrix rows_by_lambda(rows dest, keys at, rows x, double c);
matrix rows_with_weights(rows dest, keys at, rows x, reals w);
double small_arrays(keys at, const std::vector<std::array<double, 2>> &x, int n);
double matrices(keys at, const std::vector<std::array<double, 4>> &x, int n);
soac::array<double, 3> tables(soac::view<const double, 3> dest, keys at, soac::view<const double, 3> x);
double numbers_with_rows(keys at, reals scale, rows shift, int n);
double in_map(rows x, keys at, double c);
double in_loop(reals dest, keys at, reals x, int steps);
double in_branch(reals dest, keys at, reals x, bool multiply);
double of_computed(reals x, reals y, int n);
double keys_from_data(reals x, int n);
double twice(reals dest, keys at, reals x);
array products_gradient(reals dest, keys at, reals x);
array curved_gradient(reals dest, keys at, reals x, double c);
array affine_gradient(keys at, reals slope, reals offset, reals start_slope, reals start_offset);
array rows_gradient(rows dest, keys at, rows x, double c);
float singles(keys at, soac::view<const float> x, int n);

} // namespace bins
