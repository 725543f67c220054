// Known models written with combinators: matrices and filters by scans, graphs by histograms, tables by rows.
#pragma once

#include "data/array_types.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace array_models {

using namespace array_types;

struct Moments {
  double n, mean, m2;
};

double spread_by_moments(reals x);
double rotations_in_a_row(reals w, reals x, reals y, reals z);
double log_sum_by_pairs(reals x);
array2 k_means_step(matrix points, matrix centers);
array1 sparse_times_vector(ints row, ints col, reals val, reals x);
array1 equalised_histogram(reals img, int bins);
double causal_attention(matrix q, matrix k);
array1 strided_convolution(reals x, reals k, int stride);
array1 kalman_by_scan(reals y, double q, double r, double f);
array1 ray_marched_depths(reals angles, double cx, double radius);
double bodies_of_arrays(std::vector<std::array<double, 3>> pos, std::vector<std::array<double, 3>> vel, reals mass,
                        int steps);
array2 reprojection(matrix cams, matrix X, reals w, soac::view<const int, 2> obs, matrix feats);
double edit_distance_by_scans(reals a, reals b, double gap);
array1 radix_sorted(soac::view<const unsigned> keys0, reals vals0);
array1 page_rank(ints from, ints to, reals weight, int n, double damping, int iterations);
double determinant_by_maps(array2 a);
array2 all_shortest_paths(array2 d);
array2 min_plus_power(matrix a, int n);
array1 tridiagonal_by_scans(reals a, reals b, reals c, reals d);
double transfer_matrices(reals h, double J);
array1 jacobi_bounded(matrix A, reals b);
array2 blurred_strips(array2 img, int n);
std::tuple<array1, array1, double> edit_distance_gradient(reals a, reals b, double g);
array1 page_rank_tangent(ints from, ints to, reals weight, int n, double damping, int it, reals dw);
array2 determinant_gradient(array2 a);
std::tuple<array1, double> transfer_gradient(reals h, double J);

} // namespace array_models
