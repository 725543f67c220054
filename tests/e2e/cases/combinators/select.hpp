// What is chosen and sorted by value.
#pragma once

#include <array>
#include <soac/soac.hpp>
#include <tuple>
#include <utility>
#include <vector>

// Combinators whose sizes or order are data: filter, partition, sort_by_key; segmented scans and reductions.

namespace select_cases {

using vec = soac::view<const double, 1>;
using mat = soac::view<const double, 2>;
using ints = soac::view<const int, 1>;

struct reading {
  double value;
  int station;
  double weight;
};

double positive_squares(vec x);
double above(vec x, double limit);
double filtered_rows(mat a, vec w);
soac::array<double, 1> kept(vec x, double limit);
double filter_in_map(mat a, double limit);
double filter_of_filter(vec x);
double filter_then_scan(vec x);
double filter_records(soac::view<const reading, 1> all);
double halves(vec x);
double partition_rows(mat a);
double quicksort_step(vec x);
double filter_in_loop(vec x, int n);
double filter_in_branch(vec x, bool keep);
double sorted_weights(vec keys, vec x);
soac::array<double, 1> ordered(vec x);
double median(vec x);
double sort_rows_by_first(mat a);
double sort_by_integers(ints keys, vec x, mat a);
double sort_by_pairs(ints major, vec minor, vec x);
double sort_in_map(mat a, vec w);
double trimmed_means(mat a);
double ranks_of_map(vec x, double t);
soac::array<double, 1> running(ints flags, vec x);
double segment_sums(ints offsets, vec x, vec w);
double segment_products(ints offsets, vec x);
double segment_maxima(ints offsets, vec x);
double segment_affine(ints offsets, vec a, vec b, double s);
double segmented_recurrence(ints flags, vec a, vec b);
double segmented_rows(ints flags, mat a);
double segment_rows(ints offsets, mat a);
double csr_product(ints offsets, ints columns, vec values, vec x);
double segmented_in_map(ints flags, mat a);
double product(vec x);
double bin_products(vec x);
struct second_order {
  soac::array<double, 1> forward, reverse;
};
second_order product_curvature(vec x, vec dx);
second_order bin_curvature(vec x, vec dx);
soac::array<double, 1> segment_sums_of(soac::view<const long, 1> offsets, vec x);

} // namespace select_cases

// std::sort in differentiated code.

namespace sorting {

double median(std::vector<double> x);
std::vector<double> tail_falling(const std::vector<double> &x);
double trimmed(const double *x, int n, double *scratch);
double smallest_two(const std::array<double, 4> &x);
double count_below(std::vector<int> keys, double x);
double sorted_rows(soac::view<const double, 2> a);

std::vector<double> median_gradient(const std::vector<double> &x);

} // namespace sorting
