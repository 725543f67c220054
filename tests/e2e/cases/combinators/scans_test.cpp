#include "scans.hpp"

#include "check.hpp"
#include "points.hpp"
#include "scans.soac.hpp"

using namespace points;

namespace {

using namespace scans;

const std::vector<int> flags{0, 1, 0, 0, 1, 1, 0};
const std::vector<int> offsets{0, 2, 2, 5, 7};

} // namespace

DERIVATIVES(Scans, running_sum, line(5))
DERIVATIVES(Scans, running_product, line(5))
DERIVATIVES(Scans, running_maximum, line(7))
DERIVATIVES(Scans, running_minimum_from_the_right, line(7))
DERIVATIVES(Scans, by_lambda, line(5), 0.4)
DERIVATIVES(Scans, exclusive_sum, line(5))
DERIVATIVES(Scans, exclusive_product, line(5))
DERIVATIVES(Scans, exclusive_general, line(5), 0.4)
DERIVATIVES(Scans, from_the_right, line(5))
DERIVATIVES(Scans, exclusive_from_the_right, line(5), 0.4)
DERIVATIVES(Scans, free_array, line(5), line(3, 1.0))
DERIVATIVES(Scans, linear_recurrence, line(6), line(6, 1.0), 0.7)
DERIVATIVES(Scans, records, line(6), line(6, 1.0))
DERIVATIVES(Scans, matrices, cube(4, 2, 2))
DERIVATIVES(Scans, sums_of_rows, grid(5, 3))
DERIVATIVES(Scans, products_of_rows, grid(5, 3))
DERIVATIVES(Scans, maxima_of_rows, grid(5, 3))
DERIVATIVES(Scans, rows_by_lambda, grid(5, 3), 0.4)
DERIVATIVES(Scans, rows_with_weights, grid(5, 3), line(3))
DERIVATIVES(Scans, pairs_of_rows, grid(5, 3), grid(5, 3, 1.0))
DERIVATIVES(Scans, numbers_with_rows, line(5), grid(5, 2))
DERIVATIVES(Scans, segmented_rows_with_numbers, flags, grid(7, 2), line(7))
DERIVATIVES(Scans, in_map, grid(3, 5), 0.4)
DERIVATIVES(Scans, products_in_map, grid(3, 5))
DERIVATIVES(Scans, in_loop, line(5), 3)
DERIVATIVES(Scans, segmented_sums, flags, line(7))
DERIVATIVES(Scans, segmented_products, flags, line(7))
DERIVATIVES(Scans, segmented_general, flags, line(7), 0.4)
DERIVATIVES(Scans, segment_products, offsets, line(7))
DERIVATIVES(Scans, segment_maxima, offsets, line(7))
DERIVATIVES(Scans, of_computed, line(5))
DERIVATIVES(Scans, last, line(5), 0.4)
DERIVATIVES(Scans, counted, line(5))
DERIVATIVES(Scans, fibonacci, 1.1, 0.9, 6)
DERIVATIVES(Scans, product_gradient, line(5))
DERIVATIVES(Scans, maximum_gradient, line(7))
DERIVATIVES(Scans, recurrence_gradient, line(5), line(5, 1.0), 0.7)
DERIVATIVES(Scans, rows_gradient, grid(4, 2), 0.4)
DERIVATIVES(Scans, segmented_gradient, flags, line(7), 0.4)

TEST(Scans, SmallArrays) {
  EXPECT_DERIVATIVES(small_arrays, (std::vector<std::array<double, 2>>{{0.4, 0.9}, {-0.2, 0.15}, {0.3, 2.0}, {0.45, 0.55}}));
}

TEST(Scans, BothBranches) {
  EXPECT_DERIVATIVES(in_branch, line(5), 0.7);
  EXPECT_DERIVATIVES(in_branch, line(5), 0.3);
}

TEST(Scans, OfOne) {
  EXPECT_DERIVATIVES(by_lambda, line(1), 0.4);
  EXPECT_DERIVATIVES(running_product, line(1));
  EXPECT_DERIVATIVES(exclusive_general, line(1), 0.4);
  EXPECT_DERIVATIVES(rows_by_lambda, grid(1, 3), 0.4);
  EXPECT_DERIVATIVES(segmented_general, (std::vector<int>{1}), line(1), 0.4);
}

// Nothing goes in and out, and free variables receive nothing.
TEST(Scans, OfNothing) {
  const array empty(0);
  const matrix no_rows(0, 3);
  array of_x(0), of_w(3);
  matrix of_rows(0, 3);
  double of_c = 1.0;
  EXPECT_EQ(by_lambda_vjp(empty, 0.4, empty, of_x, of_c).size(), 0);
  EXPECT_EQ(exclusive_general_vjp(empty, 0.4, empty, of_x, of_c).size(), 0);
  EXPECT_EQ(rows_by_lambda_vjp(no_rows, 0.4, no_rows, of_rows, of_c).extent(0), 0);
  EXPECT_EQ(rows_with_weights_vjp(no_rows, line(3), no_rows, of_rows, of_w).extent(0), 0);
  EXPECT_EQ(in_map_vjp(no_rows, 0.4, no_rows, of_rows, of_c).extent(0), 0);
  EXPECT_EQ(linear_recurrence_vjp(empty, empty, 0.7, empty, of_x, of_x, of_c).size(), 0);
  EXPECT_EQ(list(segment_products_vjp(std::vector<int>{0, 0, 0}, empty, array{3.0, 4.0}, of_x)), (std::vector<double>{1, 1}));
  EXPECT_EQ(of_c, 1.0);
  EXPECT_EQ(list(of_w), (std::vector<double>{0, 0, 0}));
}

TEST(Scans, ProductsOfTwoThreeFour) {
  array of_x(3);
  EXPECT_EQ(list(running_product_vjp(array{2.0, 3.0, 4.0}, array{1.0, 1.0, 1.0}, of_x)), (std::vector<double>{2, 6, 24}));
  EXPECT_EQ(list(of_x), (std::vector<double>{16, 10, 6}));
}

TEST(Scans, ProductsWithZeros) {
  array of_x(4);
  running_product_vjp(array{2.0, 0.0, 5.0, 0.0}, array{1.0, 1.0, 1.0, 1.0}, of_x);
  EXPECT_EQ(list(of_x), (std::vector<double>{1, 12, 0, 0}));
  EXPECT_DERIVATIVES(product_gradient, array{2.0, 0.0, 5.0, 0.0});
  array of_y(3);
  exclusive_product_vjp(array{0.0, 3.0, 4.0}, array{1.0, 10.0, 100.0}, of_y);
  EXPECT_EQ(list(of_y), (std::vector<double>{310, 0, 0}));
}

// The first of equals stays and receives what they all would.
TEST(Scans, TiesOfMaxima) {
  array of_x(4), tangent(4);
  running_maximum_vjp(array{1.0, 3.0, 3.0, 2.0}, array{1.0, 10.0, 100.0, 1000.0}, of_x);
  EXPECT_EQ(list(of_x), (std::vector<double>{1, 1110, 0, 0}));
  running_maximum_jvp(array{1.0, 3.0, 3.0, 2.0}, array{1.0, 2.0, 3.0, 4.0}, tangent);
  EXPECT_EQ(list(tangent), (std::vector<double>{1, 2, 2, 2}));
  matrix of_rows(2, 2), x{{3.0, 1.0}, {3.0, 2.0}}, seed{{1.0, 1.0}, {1.0, 1.0}};
  maxima_of_rows_vjp(x, seed, of_rows);
  EXPECT_EQ(of_rows(0, 0), 2.0);
  EXPECT_EQ(of_rows(1, 0), 0.0);
  EXPECT_EQ(of_rows(0, 1), 1.0);
  EXPECT_EQ(of_rows(1, 1), 1.0);
}
