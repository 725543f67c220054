// Reductions and scans that start with a value which is not neutral: it is combined once, before the first element.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <tuple>

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
