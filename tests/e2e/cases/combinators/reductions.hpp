// reduce and what is made of it: every kind of element and operator, nested, with free variables.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <tuple>
#include <vector>

namespace reductions {

using reals = soac::view<const double>;
using rows = soac::view<const double, 2>;
using array = soac::array<double>;
using matrix = soac::array<double, 2>;

struct Best {
  double value;
  int at;
};
struct Complex {
  double re, im;
};

double product(reals x);
double product_with_factor(reals x, double start);
double smallest(reals x);
double largest_by_lambda(reals x);
double largest_by_fmax(reals x);
double curved(reals x, double c);
double curved_by_array(reals x, reals w);
double log_sum_exp(reals x);
double harmonic(reals x);
double mean_and_variance(reals x);
double polynomial(reals coefficients, double x);
double spread(reals x, reals y);
double best_of_records(reals x, reals y);
double complex_product(soac::view<const Complex> z);
double rotation(const std::vector<std::array<double, 2>> &z);
array sum_of_rows(rows x);
array product_of_rows(rows x);
array product_of_rows_by_lambda(rows x);
array minimum_of_rows(rows x);
array maximum_of_rows_by_lambda(rows x);
array rows_by_lambda(rows x, double c);
array rows_with_weights(rows x, reals w);
matrix product_of_planes(soac::view<const double, 3> x);
matrix curved_planes(soac::view<const double, 3> x, double c);
matrix matrix_product(soac::view<const double, 3> x);
array in_map(rows x, double c);
array products_in_map(rows x);
array extremes_in_map(rows x, double s);
double nested(rows x, double c);
double in_loop(reals x, int steps);
double in_branch(reals x, double c);
double of_computed(reals x, reals y, double s);
double of_slices(reals x);
double at_extremes(reals x, reals y);
double all_of_them(rows x);
double where_it_begins(reals x, double start);
double last_of_all(reals x);
array product_gradient(reals x);
array curved_gradient(reals x, double c);
array largest_gradient(reals x);
array rows_gradient(rows x);
array complex_gradient(reals re, reals im);

} // namespace reductions
