// scan, exclusive_scan, segmented_scan and scans from the right: every kind of element and operator.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <tuple>
#include <vector>

namespace scans {

using reals = soac::view<const double>;
using rows = soac::view<const double, 2>;
using array = soac::array<double>;
using matrix = soac::array<double, 2>;

struct Affine {
  double slope, offset;
};

array running_sum(reals x);
array running_product(reals x);
array running_maximum(reals x);
array running_minimum_from_the_right(reals x);
array by_lambda(reals x, double c);
array exclusive_sum(reals x);
array exclusive_product(reals x);
array exclusive_general(reals x, double c);
array from_the_right(reals x);
array exclusive_from_the_right(reals x, double c);
array free_array(reals x, reals w);
array linear_recurrence(reals a, reals b, double start);
array records(reals a, reals b);
double small_arrays(const std::vector<std::array<double, 2>> &x);
matrix matrices(soac::view<const double, 3> x);
matrix sums_of_rows(rows x);
matrix products_of_rows(rows x);
matrix maxima_of_rows(rows x);
matrix rows_by_lambda(rows x, double c);
matrix rows_with_weights(rows x, reals w);
matrix pairs_of_rows(rows x, rows y);
double numbers_with_rows(reals scale, rows shift);
double segmented_rows_with_numbers(soac::view<const int> flags, rows x, reals scale);
matrix in_map(rows x, double c);
matrix products_in_map(rows x);
array in_loop(reals x, int steps);
array in_branch(reals x, double c);
array segmented_sums(soac::view<const int> flags, reals x);
array segmented_products(soac::view<const int> flags, reals x);
array segmented_general(soac::view<const int> flags, reals x, double c);
array segment_products(soac::view<const int> offsets, reals x);
array segment_maxima(soac::view<const int> offsets, reals x);
double of_computed(reals x);
double last(reals x, double c);
array counted(reals x);
array fibonacci(double a, double b, int n);
array product_gradient(reals x);
array maximum_gradient(reals x);
array recurrence_gradient(reals a, reals b, double start);
array rows_gradient(rows x, double c);
array segmented_gradient(soac::view<const int> flags, reals x, double c);

} // namespace scans
