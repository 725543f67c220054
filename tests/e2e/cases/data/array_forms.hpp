// Combinators in the forms that programs give them: elements of many types, nests, loops around and inside.
#pragma once

#include "array_types.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace array_forms {

using namespace array_types;

struct Best {
  double value;
  long where;
};
enum class Kind { a, b };
struct Tagged {
  double v;
  Kind kind;
  bool on;
};
struct Grid {
  array2 cells;
  double h;
};
struct Point {
  double x, y;
};
struct Line {
  Point a, b;
};

double means_and_maxima_of_bins(ints k, reals v);
double products_of_matrices_in_bins(ints k, reals t);
array2 bins_of_rows(ints k, matrix v);
double first_smallest_of_bins(ints k, reals v, reals y);
array2 product_of_matrices(tensor ms);
array1 scattered_in_loop(array1 a, ints idx, int steps);
array2 gathered_tables(reals x, soac::view<const int, 2> idx);
array1 joined_and_rotated(reals x, reals y);
array3 three_dimensions_again(tensor a);
array3 tabulated_thrice(reals x, reals y);
array1 parts_joined(reals x);
array2 rows_filtered(matrix x);
array2 rows_sorted(soac::view<const short> keys, matrix x);
array1 segmented_maxima(soac::view<const bool> flags, reals x);
double segmented_pairs(ints flags, reals a, reals b);
double column_of_transposed(matrix x);
double zipped_scan(reals x, reals y);
double four_deep(reals x);
soac::array<Quaternion> records_scanned(soac::view<const Quaternion> q, double s);
array1 ranked(reals x);
std::tuple<array2, array1> rows_and_numbers(matrix m);
Grid grid_of_record(const Grid &g);
double tags_filtered(std::span<const Tagged> ts);
soac::array<Line> lines_between(soac::view<const Point> pts);
void columns_written(matrix x, soac::view<double, 2> out);
array1 running_first_smallest(reals x, reals y);
double exclusive_pairs(reals x, reals y);
double scan_of_pairs(reals x);
std::tuple<array1> scattered_in_loop_adjoint(array1 a, ints idx, int steps, reals seed);
array1 four_deep_gradient(reals x);
double scaled_by_first(reals x, reals scale);
double sums_at_roots(ints offsets, ints roots, reals weights, reals x);
double along(reals x, reals w);
array1 along_gradient(reals x, reals w);

} // namespace array_forms
