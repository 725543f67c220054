#include "array_models.hpp"

#include "array_models.soac.hpp"
#include "check.hpp"
#include "points.hpp"

using namespace points;

namespace {

using namespace array_models;

} // namespace

DERIVATIVES(ArrayModels, spread_by_moments, line(7))
DERIVATIVES(ArrayModels, rotations_in_a_row, line(4), line(4, 1), line(4, 2), line(4, 3))
DERIVATIVES(ArrayModels, log_sum_by_pairs, line(6))
DERIVATIVES(ArrayModels, k_means_step, grid(6, 2), grid(3, 2, 1))
DERIVATIVES(ArrayModels, sparse_times_vector, std::vector<int>{0, 2, 2, 5}, std::vector<int>{0, 3, 1, 2, 3}, line(5),
            line(4))
DERIVATIVES(ArrayModels, equalised_histogram, std::vector<double>{0.13, 0.77, 0.42, 0.51, 0.91, 0.34}, 4)
DERIVATIVES(ArrayModels, causal_attention, grid(4, 2), grid(4, 2, 1))
DERIVATIVES(ArrayModels, strided_convolution, line(7), line(3), 2)
DERIVATIVES(ArrayModels, kalman_by_scan, line(6), 0.3, 0.5, 0.9)
DERIVATIVES(ArrayModels, ray_marched_depths, std::vector<double>{0.0, 0.1, 0.2}, 2.0, 0.7)
TEST(ArrayModels, bodies_of_arrays) {
  EXPECT_DERIVATIVES(bodies_of_arrays, (std::vector<std::array<double, 3>>{{0, 0, 0}, {1, 0, .2}, {0, 1.5, 1}}),
                     (std::vector<std::array<double, 3>>{{0.1, 0, 0.2}, {0, 0.3, 0}, {.1, .1, .1}}), line(3), 3);
}
TEST(ArrayModels, reprojection) {
  soac::array<int, 2> o(4, 2);
  for (int i = 0; i < 4; ++i) {
    o(i, 0) = i % 2;
    o(i, 1) = i / 2;
  }
  EXPECT_DERIVATIVES(reprojection, grid(2, 9, 0.4), grid(2, 3, 1), line(4), o, grid(4, 2, 2));
}
DERIVATIVES(ArrayModels, edit_distance_by_scans, line(4), line(5, 1), 0.37)
DERIVATIVES(ArrayModels, radix_sorted, std::vector<unsigned>{5, 3, 9, 0, 3, 14}, line(6))
DERIVATIVES(ArrayModels, page_rank, std::vector<int>{0, 0, 1, 2, 3}, std::vector<int>{1, 2, 2, 0, 2},
            std::vector<double>{1, 2, 1.5, 1, .5}, 4, 0.85, 5)
DERIVATIVES(ArrayModels, determinant_by_maps, grid(4, 4, 0.3))
TEST(ArrayModels, all_shortest_paths) {
  auto g = grid(4, 4);
  for (auto r : g)
    for (auto &e : r)
      e = std::abs(e) + 0.1;
  EXPECT_DERIVATIVES(all_shortest_paths, g);
}
DERIVATIVES(ArrayModels, min_plus_power, grid(3, 3), 3)
DERIVATIVES(ArrayModels, tridiagonal_by_scans, line(5), std::vector<double>{3, 4, 5, 4, 3}, line(5, 1), line(5, 2))
DERIVATIVES(ArrayModels, transfer_matrices, line(5), 0.3)
TEST(ArrayModels, jacobi_bounded) {
  auto g = grid(3, 3);
  for (int i = 0; i < 3; ++i)
    g(i, i) = 5 + i;
  EXPECT_DERIVATIVES(jacobi_bounded, g, line(3));
}
DERIVATIVES(ArrayModels, blurred_strips, grid(3, 4), 5)
DERIVATIVES(ArrayModels, edit_distance_gradient, line(3), line(4, 1), 0.37)
DERIVATIVES(ArrayModels, page_rank_tangent, std::vector<int>{0, 0, 1, 2, 3}, std::vector<int>{1, 2, 2, 0, 2},
            std::vector<double>{1, 2, 1.5, 1, .5}, 4, 0.85, 4, line(5))
DERIVATIVES(ArrayModels, determinant_gradient, grid(3, 3, 0.3))
DERIVATIVES(ArrayModels, transfer_gradient, line(4), 0.3)
