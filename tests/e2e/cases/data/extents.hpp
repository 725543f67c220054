// Arrays with an extent of 0, and arrays whose extents differ where they have to be equal.
#pragma once

#include <soac/soac.hpp>
#include <tuple>

// Matrices with an extent of 0: a derivative has the shape of its parameter or result all the same.

namespace empty_matrices {

using mat = soac::view<const double, 2>;
using matrix = soac::array<double, 2>;

matrix there_and_back(mat x);
matrix weighted(mat x);

// Derivatives of these, and of functions that the source file holds.
matrix gradient_transposed_first(mat x);
matrix gradient_transposed_after(mat x);
matrix gradient_of_loops(mat x);
matrix adjoint_there_and_back(mat x, mat seed);
matrix adjoint_weighted(mat x, mat seed);
matrix tangent_there_and_back(mat x);
matrix tangent_weighted(mat x);
matrix adjoint_of_joined(mat x, mat y, mat seed);

} // namespace empty_matrices

// What a combinator takes together has one shape, and an operator keeps it.

namespace unequal {

using row = soac::view<const double>;
using rows = soac::view<const double, 2>;
using keys = soac::view<const int>;
using sums = soac::array<double>;
using table = soac::array<double, 2>;

sums reduced(row start, rows x);
table scanned(row start, rows x);
table scanned_before(row start, rows x);
table scanned_segments(row start, keys flags, rows x);
table reduced_segments(row start, keys offsets, rows x);
table binned(row neutral, rows dest, keys at, rows x);
table counted(row neutral, int bins, keys at, rows x);
table scattered(rows dest, keys at, rows x);
soac::array<std::tuple<double, double>, 2> zipped(rows x, rows y);
double zipped_sum(rows x, rows y);
sums joined(row start, rows x);
table joined_scan(row start, rows x);
table joined_bins(row neutral, rows dest, keys at, rows x);

} // namespace unequal

// Extents that are computed inside of an operator, and asked for behind it.

namespace computed {

using rows = soac::view<const double, 2>;

double halves(rows x);
double half_squares(rows x);
double products_of_halves(rows x);
double sorted_halves(rows x);
double two_extents(soac::view<const double, 3> x);

} // namespace computed
