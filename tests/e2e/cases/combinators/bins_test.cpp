#include "bins.hpp"

#include "check.hpp"
#include "bins.soac.hpp"
#include "points.hpp"

using namespace points;

namespace {

using namespace bins;

// Bin 2 has no value; two keys are out of range.
const std::vector<int> at{1, 0, 3, 1, -1, 0, 1, 4};
const std::vector<int> none;

} // namespace

DERIVATIVES(Bins, sums, line(4, 1.0), at, line(8))
DERIVATIVES(Bins, counted_sums, at, line(8), 4)
DERIVATIVES(Bins, products, line(4, 1.0), at, line(8))
DERIVATIVES(Bins, products_of_lambda, at, line(8), 4)
DERIVATIVES(Bins, minima, line(4, 1.0), at, line(8))
DERIVATIVES(Bins, maxima, at, line(8), 4)
DERIVATIVES(Bins, largest_by_lambda, line(4, 1.0), at, line(8))
DERIVATIVES(Bins, curved, line(4, 1.0), at, line(8), 0.4)
DERIVATIVES(Bins, weighted_by_table, line(4, 1.0), at, line(8), line(3, 2.0))
DERIVATIVES(Bins, last_of, line(4, 1.0), at, line(8))
DERIVATIVES(Bins, affine_maps, at, line(8), line(8, 1.0), line(4, 2.0), line(4, 3.0))
DERIVATIVES(Bins, complex_products, at, line(8), line(8, 1.0), 4)
DERIVATIVES(Bins, argmax_pairs, at, line(8), line(8, 1.0), 4)
DERIVATIVES(Bins, moments, at, line(8), 4)
DERIVATIVES(Bins, row_sums, grid(4, 3, 1.0), at, grid(8, 3))
DERIVATIVES(Bins, row_products, grid(4, 3, 1.0), at, grid(8, 3))
DERIVATIVES(Bins, row_maxima, grid(4, 3, 1.0), at, grid(8, 3))
DERIVATIVES(Bins, rows_by_lambda, grid(4, 3, 1.0), at, grid(8, 3), 0.4)
DERIVATIVES(Bins, rows_with_weights, grid(4, 3, 1.0), at, grid(8, 3), line(3))
DERIVATIVES(Bins, tables, cube(4, 2, 2), at, cube(8, 2, 2))
DERIVATIVES(Bins, numbers_with_rows, at, line(8), grid(8, 2), 4)
DERIVATIVES(Bins, in_map, grid(3, 8), at, 0.3)
DERIVATIVES(Bins, in_loop, line(4, 1.0), at, line(8), 3)
DERIVATIVES(Bins, of_computed, line(8), line(8, 1.0), 4)
DERIVATIVES(Bins, keys_from_data, line(8), 3)
DERIVATIVES(Bins, twice, line(4, 1.0), at, line(8))
DERIVATIVES(Bins, products_gradient, line(4, 1.0), at, line(8))
DERIVATIVES(Bins, curved_gradient, line(4, 1.0), at, line(8), 0.4)
DERIVATIVES(Bins, affine_gradient, at, line(8), line(8, 1.0), line(4, 2.0), line(4, 3.0))
DERIVATIVES(Bins, rows_gradient, grid(4, 3, 1.0), at, grid(8, 3), 0.4)

TEST(Bins, BothBranches) {
  EXPECT_DERIVATIVES(in_branch, line(4, 1.0), at, line(8), true);
  EXPECT_DERIVATIVES(in_branch, line(4, 1.0), at, line(8), false);
}

TEST(Bins, Records) {
  const std::vector<Interval> dest{{0.5, 0.6}, {0.1, 0.2}, {0.3, 0.7}}, x{{0.4, 0.9}, {-0.2, 0.15}, {0.0, 2.0}, {0.45, 0.55}};
  EXPECT_DERIVATIVES(intervals, dest, (std::vector<int>{0, 1, 7, 0}), x);
  EXPECT_DERIVATIVES(small_arrays, (std::vector<int>{0, 1, 7, 0}),
                     (std::vector<std::array<double, 2>>{{0.4, 0.9}, {-0.2, 0.15}, {0.3, 2.0}, {0.45, 0.55}}), 2);
  EXPECT_DERIVATIVES(matrices, (std::vector<int>{0, 1, 7, 0}),
                     (std::vector<std::array<double, 4>>{
                         {0.4, 0.9, 1.0, 2.0}, {-0.2, 0.15, 0.5, 0.3}, {0.3, 2.0, 1, 1}, {0.45, 0.55, 0.3, -0.7}}),
                     2);
}

TEST(Bins, NothingInThem) {
  const array empty(0);
  EXPECT_DERIVATIVES(products, line(3), none, empty);
  EXPECT_DERIVATIVES(curved, line(3), none, empty, 0.4);
  EXPECT_DERIVATIVES(minima, line(3), none, empty);
  EXPECT_DERIVATIVES(rows_by_lambda, grid(3, 2), none, matrix(0, 2), 0.4);
  EXPECT_DERIVATIVES(affine_maps, none, empty, empty, line(2), line(2, 1.0));
  EXPECT_DERIVATIVES(curved, line(1), std::vector<int>{0}, line(1, 1.0), 0.4);
  EXPECT_DERIVATIVES(curved, line(3), (std::vector<int>{-7, 3, 1000000}), line(3, 1.0), 0.4);
}

// Zeros: d/dx of a product is that of the others, also where these are zero.
TEST(Bins, ProductsWithZeros) {
  const array dest{2.0, 3.0, 0.0}, x{0.0, 5.0, 0.0, 7.0, 4.0}, seed{1.0, 1.0, 1.0};
  const std::vector<int> to{0, 0, 1, 1, 2};
  array of_dest(3), of_x(5);
  EXPECT_EQ(list(products_vjp(dest, to, x, seed, of_dest, of_x)), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(list(of_dest), (std::vector<double>{0, 0, 4}));
  EXPECT_EQ(list(of_x), (std::vector<double>{10, 0, 21, 0, 0}));
  EXPECT_DERIVATIVES(products_gradient, dest, to, x);
}

// The first of equals receives the adjoint, dest before the values.
TEST(Bins, TiesOfMinima) {
  const array dest{2.0, 9.0, 5.0}, x{2.0, 4.0, 4.0, 7.0}, seed{1.0, 10.0, 100.0};
  const std::vector<int> to{0, 1, 1, 2};
  array of_dest(3), of_x(4);
  minima_vjp(dest, to, x, seed, of_dest, of_x);
  EXPECT_EQ(list(of_dest), (std::vector<double>{1, 0, 100}));
  EXPECT_EQ(list(of_x), (std::vector<double>{0, 10, 0, 0}));
  array tangent(3);
  minima_jvp(dest, to, x, array{1.0, 2.0, 3.0}, array{4.0, 5.0, 6.0, 7.0}, tangent);
  EXPECT_EQ(list(tangent), (std::vector<double>{1, 5, 3}));
}

TEST(Bins, AnOperatorThatIsSingularOutOfRangeIsNotApplied) {
  const array x{0.5, 1e300, -1.0, 1e300};
  const std::vector<int> to{0, 5, 0, -3};
  array of_dest(1), of_x(4);
  double of_c = 0;
  curved_vjp(array{2.0}, to, x, 0.5, array{1.0}, of_dest, of_x, of_c); // ((2 + .5 + .5) - 1 - 1.5)
  EXPECT_EQ(of_dest[0], 1.25 * 0.5);
  EXPECT_EQ(list(of_x), (std::vector<double>{2.0 * 0.5, 0.0, 2.5, 0.0}));
  EXPECT_EQ(of_c, 1.0 * 0.5 - 3.0);
}

TEST(Bins, LogSumExp) {
  const array x{0.5, 1.0, -1.0};
  const std::vector<int> to{0, 0, 1};
  array of_x(3);
  log_sum_exp_vjp(to, x, 2, array{1.0, 1.0}, of_x);
  const double p = std::exp(0.5) / (std::exp(0.5) + std::exp(1.0));
  EXPECT_NEAR(of_x[0], p, 1e-14);
  EXPECT_NEAR(of_x[1], 1 - p, 1e-14);
  EXPECT_NEAR(of_x[2], 1.0, 1e-14);
}

TEST(Bins, Singles) {
  const std::vector<float> x{0.5f, 0.25f, 2.0f};
  std::vector<float> of_x(3);
  EXPECT_EQ(singles_vjp(std::vector<int>{0, 0, 1}, x, 2, 1.0f, of_x), 0.875f + 2.0f);
  EXPECT_EQ(of_x, (std::vector<float>{1.25f, 1.5f, 1.0f}));
}

// Of r = a b with seed s, the adjoints are s b^T and a^T s.
TEST(Bins, ProductsOfTables) {
  soac::array<double, 3> dest(1, 2, 2), x(2, 2, 2), seed(1, 2, 2), of_dest(1, 2, 2), of_x(2, 2, 2);
  for (int i = 0; i < 4; ++i) {
    dest.data()[i] = i + 1; // 1 2, 3 4
    x.data()[i] = i + 5;    // 5 6, 7 8
  }
  seed(0, 0, 0) = seed(0, 1, 0) = 1.0;
  const auto r = tables_vjp(dest, std::vector<int>{0, 9}, x, seed, of_dest, of_x);
  EXPECT_EQ(list(soac::flatten(r)), (std::vector<double>{19, 22, 43, 50}));
  EXPECT_EQ(list(soac::flatten(of_dest)), (std::vector<double>{5, 7, 5, 7}));
  EXPECT_EQ(list(soac::flatten(of_x)), (std::vector<double>{4, 0, 6, 0, 0, 0, 0, 0}));
}
