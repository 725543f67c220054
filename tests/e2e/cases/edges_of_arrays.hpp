// Empty arrays, one and two elements, ties, zeros in products, keys out of range, infinities and shapes that do not
// fit.
#pragma once

#include <soac/soac.hpp>

#include <tuple>
#include <vector>

namespace edges {

using vec = soac::view<const double, 1>;
using mat = soac::view<const double, 2>;
using ten = soac::view<const double, 3>;
using keys = soac::view<const int, 1>;

double product(vec x);
double product_general(vec x);
double product_of_squares(vec x);
double smallest(vec x);
double largest(vec x);
double smallest_branch(vec x);
double smallest_fold(vec x);
double both_ends(vec x);
double chosen_pair(vec x, vec y);
double row_products(mat x);
double row_minima(mat x);
double nested_sum(mat x);
double nested_minima(mat x);
double scans(vec x);
double scan_products(vec x);
double scan_minima(vec x);
double row_scans(mat x);
soac::array<double, 1> binned(vec dest, keys k, vec x);
soac::array<double, 1> binned_products(vec dest, keys k, vec x);
soac::array<double, 1> binned_minima(vec dest, keys k, vec x);
soac::array<double, 1> binned_general(vec dest, keys k, vec x);
soac::array<double, 2> binned_rows(mat dest, keys k, mat x);
soac::array<double, 1> scattered(vec dest, keys k, vec x);
soac::array<double, 2> scattered_rows(mat dest, keys k, mat x);
soac::array<double, 1> turned(vec x, int by);
soac::array<double, 2> turned_rows(mat x, int by);
soac::array<double, 1> layout(vec x, vec y);
soac::array<double, 2> row_layout(mat x, mat y, keys at);
soac::array<double, 1> sliced(vec x, int begin, int end);
soac::array<double, 3> table(vec x, int n, int m, int l);
double guarded(vec x);
double outer(vec x, vec y);
double flattened(ten x);
double empty_inside(vec x, int n);
double infinite_neutral(vec x);
double repeated(vec x, double s, int n);
soac::array<double, 2> repeated_rows(vec x, int n);
double axes(ten x);

// Shapes that must agree.
double mapped_together(vec x, vec y);
double rows_together(mat x, mat y);
double dotted(vec x, vec y);
double added(vec x, vec y);
double added_matrices(mat x, mat y);
double reduced_together(vec x, vec y);
double sliced_sum(vec x, int begin, int end);
double reshaped(vec x, int n, int m);
double keyed(vec x, keys k);
double gathered(vec x, keys k);

} // namespace edges
