// The combinators, and what they start with.
#pragma once

#include <array>
#include <soac/soac.hpp>
#include <tuple>

// Every combinator of the library inside differentiated code.

struct Particle {
  double mass;
  double position[2];
};

using reals1 = soac::view<const double, 1>;
using reals2 = soac::view<const double, 2>;

double k_means(reals2 points, reals2 centers);
double logistic(reals2 x, reals1 y, reals1 w);
double products(reals1 x);
double extremes(reals1 x);
double chosen(reals1 x);
double row_sums(reals2 x);
double row_products(reals2 x);
double row_extremes(reals2 x);
double general_reduce(reals1 x);
double tuple_reduce(reals1 x, reals1 y);
double complex_product(reals1 re, reals1 im);
double tables(reals1 x, int n);
double layouts(reals2 x);
double in_place_views(reals2 x);
double gathered(reals1 x, soac::view<const int, 1> at);
double several_results(reals1 x);
double elementwise(reals1 x, reals1 y, double s);
double matrix_chain(reals2 a, reals2 b, reals1 v);
double nested_free(reals2 x, double s);
double with_loop(reals2 x, int n);
double rows_of_rows(soac::view<const double, 3> x);
double stopped(reals1 x);
double particles(soac::view<const Particle, 1> all);
double joined(reals1 x, reals1 y);
double zipped(reals1 x, reals1 y);
double fixed_vectors(reals1 x);
float singles(soac::view<const float, 1> x);
double scans(reals1 x);
double histogram(reals1 x, soac::view<const int, 1> bins);
double scattered(reals1 x, soac::view<const int, 1> at);

// Reductions and scans that start with a value which is not neutral: it is combined once, before the first element.

namespace starts {

using reals = soac::view<const double>;
using rows = soac::view<const double, 2>;
using keys = soac::view<const int>;
using array = soac::array<double>;
using matrix = soac::array<double, 2>;
using matrices = soac::view<const double, 3>;

double curved(reals x);
double curved_from(reals x, double start);
double total(reals x);
double sum_from(reals x, double start);
double product_of(reals x);
double product_from(reals x, double start);
double smallest(reals x);
double largest_by_lambda(reals x, double start);
double norm(reals x);
double norm_from(reals x, double start);
double affine(reals x, reals y, double start);
array rows_by_lambda(rows x, double c);
array rows_of_products(rows x);
matrix matrix_product(matrices x, rows start);
array scan_curved(reals x);
array scan_curved_from(reals x, double start);
array scan_sum_from(reals x, double start);
array scan_largest(reals x);
array scan_norm(reals x);
std::tuple<array, array> scan_affine(reals x, reals y, double start);
soac::array<double, 3> scan_matrices(matrices x, rows start);
array exclusive_curved(reals x, double start);
array segments_scanned(keys flags, reals x, double start);
array segments_scanned_from_constant(keys flags, reals x);
array segments_reduced(keys offsets, reals x, double start);
array segments_reduced_from_constant(keys offsets, reals x);
array bins_curved(keys at, reals x, double start);
array bins_of_products(keys at, reals x);
array bins_of_norms(keys at, reals x);
matrix bins_of_rows(keys at, rows x, double start);
double second_order(reals x);

} // namespace starts
