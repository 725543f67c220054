#include "array_forms.hpp"

#include "array_forms.soac.hpp"
#include "check.hpp"
#include "points.hpp"

using namespace points;

namespace {

using namespace array_forms;

} // namespace

DERIVATIVES(ArrayForms, means_and_maxima_of_bins, std::vector<int>{0, 2, 2, -1, 7, 0}, line(6))
DERIVATIVES(ArrayForms, products_of_matrices_in_bins, std::vector<int>{0, 2, 2, -1, 2, 0}, line(6))
DERIVATIVES(ArrayForms, bins_of_rows, std::vector<int>{0, 2, 2, -1}, grid(3, 4))
DERIVATIVES(ArrayForms, first_smallest_of_bins, std::vector<int>{0, 2, 2, -1, 2, 0}, line(6), line(6, 2))
DERIVATIVES(ArrayForms, product_of_matrices, cube(4, 2, 2))
DERIVATIVES(ArrayForms, scattered_in_loop, line(6), std::vector<int>{0, 2, 4}, 4)
TEST(ArrayForms, gathered_tables) {
  soac::array<int, 2> i(3, 2);
  int k = 0;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 2; ++c)
      i(r, c) = (k += 2) % 5;
  EXPECT_DERIVATIVES(gathered_tables, line(5), i);
}
DERIVATIVES(ArrayForms, joined_and_rotated, line(3), line(4, 1))
DERIVATIVES(ArrayForms, three_dimensions_again, cube(2, 3, 4))
DERIVATIVES(ArrayForms, tabulated_thrice, line(2), line(3))
DERIVATIVES(ArrayForms, parts_joined, line(9))
DERIVATIVES(ArrayForms, rows_filtered, grid(5, 2, 0.3))
DERIVATIVES(ArrayForms, rows_sorted, std::vector<short>{3, 1, 3, -1}, grid(4, 2))
TEST(ArrayForms, segmented_maxima) {
  soac::array<bool> f(6);
  f(2) = f(3) = true;
  EXPECT_DERIVATIVES(segmented_maxima, f, line(6));
}
DERIVATIVES(ArrayForms, segmented_pairs, std::vector<int>{1, 0, 0, 1, 0}, line(5), line(5, 1))
DERIVATIVES(ArrayForms, column_of_transposed, grid(5, 3))
DERIVATIVES(ArrayForms, zipped_scan, line(4), line(4, 1))
DERIVATIVES(ArrayForms, four_deep, line(3))
TEST(ArrayForms, records_scanned) {
  EXPECT_DERIVATIVES(records_scanned, std::vector<Quaternion>{{1, 2, 3, 4}, {.5, .4, .3, .2}, {1, 0, -1, .3}}, 0.7);
}
DERIVATIVES(ArrayForms, ranked, line(6))
DERIVATIVES(ArrayForms, rows_and_numbers, grid(3, 2))
DERIVATIVES(ArrayForms, grid_of_record, (Grid{grid(2, 3), 0.3}))
TEST(ArrayForms, tags_filtered) {
  EXPECT_DERIVATIVES(
      tags_filtered,
      std::vector<Tagged>{{1, Kind::b, true}, {2, Kind::a, true}, {3, Kind::b, false}, {4, Kind::b, true}});
}
TEST(ArrayForms, lines_between) { EXPECT_DERIVATIVES(lines_between, std::vector<Point>{{1, 2}, {3, 4}, {.5, .6}}); }
DERIVATIVES(ArrayForms, columns_written, grid(3, 2), grid(3, 2))
DERIVATIVES(ArrayForms, running_first_smallest, line(6), line(6, 1))
DERIVATIVES(ArrayForms, exclusive_pairs, line(5), line(5, 1))
DERIVATIVES(ArrayForms, scan_of_pairs, line(4))
DERIVATIVES(ArrayForms, scattered_in_loop_adjoint, line(6), std::vector<int>{0, 2, 4}, 3, line(6, 2))
DERIVATIVES(ArrayForms, four_deep_gradient, line(3))

DERIVATIVES(ArrayForms, scaled_by_first, line(4), line(2, 1))
DERIVATIVES(ArrayForms, sums_at_roots, std::vector<int>{0, 2, 3}, std::vector<int>{1, 0}, line(3), line(2, 1))

TEST(ArrayForms, NothingIsAddedAtIndicesThatNobodyReads) {
  const array1 none;
  array1 none_adj, nobody_adj;
  EXPECT_EQ(scaled_by_first_vjp(none, none, 1.0, none_adj, nobody_adj), 0.0);
  EXPECT_EQ(four_deep_vjp(none, 1.0, none_adj), 0.0);
  const array1 x{2.0};
  array1 guarded{-0.0, 7.0, -0.0}; // the adjoint of x is the element in the middle; -0.0 + 0.0 is not -0.0
  array1 weights_adj{0.0};
  sums_at_roots_vjp(std::vector<int>{0, 0, 1, 1}, std::vector<int>{-1, 0, 1}, array1{3.0}, x, 1.0, weights_adj,
                    soac::slice(guarded, 1, 2));
  EXPECT_EQ(weights_adj[0], 2.0);
  EXPECT_TRUE(std::signbit(guarded[0]));
  EXPECT_EQ(guarded[1], 10.0);
  EXPECT_TRUE(std::signbit(guarded[2]));
}

TEST(ArrayForms, RuleForReverseModeOnly) {
  const array1 x{3.0, 4.0}, w{1.0, 0.0}, seed{1.0, 0.0};
  array1 x_adj(2), w_adj(2);
  EXPECT_DOUBLE_EQ(along_vjp(x, w, 2.0, x_adj, w_adj), 0.6);
  EXPECT_NEAR(x_adj[0], 2 * (1 - 0.36) / 5, 1e-15);
  EXPECT_NEAR(x_adj[1], -2 * 0.48 / 5, 1e-15);
  x_adj[0] = x_adj[1] = 0;
  along_gradient_vjp(x, w, seed, x_adj, w_adj);
  EXPECT_NEAR(x_adj[0], -3 * 0.6 / 25 + 3 * 0.216 / 25, 1e-15);
  EXPECT_NEAR(x_adj[1], -0.8 / 25 + 3 * 0.36 * 0.8 / 25, 1e-15);
}
