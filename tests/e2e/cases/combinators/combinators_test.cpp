#include "combinators.hpp"

#include "check.hpp"
#include "combinators.soac.hpp"
#include "points.hpp"

using namespace points;

DERIVATIVES(Combinators, k_means, grid(7, 3), grid(2, 3, 1.0))
DERIVATIVES(Combinators, logistic, grid(5, 3), line(5), line(3, 2.0))
DERIVATIVES(Combinators, products, line(5))
DERIVATIVES(Combinators, extremes, line(6))
DERIVATIVES(Combinators, chosen, line(6))
DERIVATIVES(Combinators, row_sums, grid(4, 3))
DERIVATIVES(Combinators, row_products, grid(4, 3))
DERIVATIVES(Combinators, row_extremes, grid(4, 3))
DERIVATIVES(Combinators, general_reduce, line(5))
DERIVATIVES(Combinators, tuple_reduce, line(4), line(4, 1.0))
DERIVATIVES(Combinators, complex_product, line(4), line(4, 1.0))
DERIVATIVES(Combinators, tables, line(4), 4)
DERIVATIVES(Combinators, layouts, grid(3, 3))
DERIVATIVES(Combinators, in_place_views, grid(2, 2, 0.5))
DERIVATIVES(Combinators, gathered, line(4), std::vector<int>{2, 0, 2})
DERIVATIVES(Combinators, several_results, line(4))
DERIVATIVES(Combinators, elementwise, line(4), line(4, 1.0), 1.5)
DERIVATIVES(Combinators, matrix_chain, grid(3, 2), grid(2, 4, 1.0), line(4))
DERIVATIVES(Combinators, nested_free, grid(3, 4), 0.7)
DERIVATIVES(Combinators, with_loop, grid(3, 3), 3)
DERIVATIVES(Combinators, rows_of_rows, cube(2, 2, 3))
DERIVATIVES(Combinators, joined, line(4), line(2, 1.0))
DERIVATIVES(Combinators, zipped, line(4), line(4, 1.0))
DERIVATIVES(Combinators, fixed_vectors, line(4))

TEST(Combinators, StopGradientEndsADerivative) {
  const soac::array<double, 1> x{1.5, 2.5};
  soac::array<double, 1> adjoint(2);
  EXPECT_EQ(stopped_vjp(x, 1.0, adjoint), 1.5 + 5.0);
  EXPECT_EQ(adjoint[0], 1.0);
  EXPECT_EQ(adjoint[1], 2.0);
}

TEST(Combinators, RecordsKeepTheirLayout) {
  const std::vector<Particle> all{{2.0, {3.0, 5.0}}, {7.0, {11.0, 13.0}}};
  std::vector<Particle> adjoints(2);
  EXPECT_EQ(particles_vjp(all, 1.0, adjoints), 2.0 * 15.0 + 7.0 * 143.0 + 35.0);
  EXPECT_EQ(adjoints[0].mass, 15.0);
  EXPECT_EQ(adjoints[0].position[1], 6.0 + 7.0);
  EXPECT_EQ(adjoints[1].mass, 143.0 + 5.0);
  EXPECT_EQ(adjoints[1].position[0], 91.0);
}

TEST(Combinators, SinglesAreDifferentiatedInSinglePrecision) {
  const std::vector<float> x{0.5f, -1.0f};
  std::vector<float> adjoint(2);
  singles_vjp(x, 1.0f, adjoint);
  EXPECT_NEAR(adjoint[0], 1.5 * std::exp(0.5), 1e-6);
  EXPECT_NEAR(adjoint[1], 0.0, 1e-6);
}

namespace starts {

using namespace points;

namespace {

const soac::array<int> flags{0, 0, 1, 0, 0, 1, 1}, offsets{0, 2, 2, 6, 7}, at{3, 0, 3, 1, 3, 9, 0};
const array with_zero{2.0, 0.0, 0.5}, with_leading_zero{0.0, 3.0, 4.0}, above{0.5, 0.75, 1.0};

} // namespace

DERIVATIVES(Starts, curved, line(5))
DERIVATIVES(Starts, curved_from, line(5), 0.7)
DERIVATIVES(Starts, total, line(5))
DERIVATIVES(Starts, sum_from, line(5), 0.7)
DERIVATIVES(Starts, product_of, line(5))
DERIVATIVES(Starts, product_from, line(5), 0.7)
DERIVATIVES(Starts, smallest, line(5))
DERIVATIVES(Starts, largest_by_lambda, line(5), 0.2)
DERIVATIVES(Starts, norm, line(5))
DERIVATIVES(Starts, norm_from, line(5), 0.7)
DERIVATIVES(Starts, affine, line(5), line(5, 1.0), 0.7)
DERIVATIVES(Starts, rows_by_lambda, grid(5, 3), 0.4)
DERIVATIVES(Starts, rows_of_products, grid(5, 3))
DERIVATIVES(Starts, matrix_product, cube(4, 2, 2), grid(2, 2))
DERIVATIVES(Starts, scan_curved, line(5))
DERIVATIVES(Starts, scan_curved_from, line(5), 0.7)
DERIVATIVES(Starts, scan_sum_from, line(5), 0.7)
DERIVATIVES(Starts, scan_largest, line(5))
DERIVATIVES(Starts, scan_norm, line(5))
DERIVATIVES(Starts, scan_affine, line(5), line(5, 1.0), 0.7)
DERIVATIVES(Starts, scan_matrices, cube(4, 2, 2), grid(2, 2))
DERIVATIVES(Starts, exclusive_curved, line(5), 0.7)
DERIVATIVES(Starts, segments_scanned, flags, line(7), 0.7)
DERIVATIVES(Starts, segments_scanned_from_constant, flags, line(7))
DERIVATIVES(Starts, segments_reduced, offsets, line(7), 0.7)
DERIVATIVES(Starts, segments_reduced_from_constant, offsets, line(7))
DERIVATIVES(Starts, bins_curved, at, line(7), 0.7)
DERIVATIVES(Starts, bins_of_products, at, line(7))
DERIVATIVES(Starts, bins_of_norms, at, line(7))
DERIVATIVES(Starts, bins_of_rows, at, grid(7, 3), 0.1)
DERIVATIVES(Starts, second_order, line(4))

// 3 * 2 * x * 0.5 at x = 0.
TEST(Starts, AProductWithAZeroCountsItsStart) {
  array adjoint(3);
  EXPECT_EQ(product_of_vjp(with_zero, 1.0, adjoint), 0.0);
  EXPECT_EQ(adjoint(0), 0.0);
  EXPECT_EQ(adjoint(1), 3.0);
  EXPECT_EQ(adjoint(2), 0.0);
}

// The bins start with 3; the values 2, 0, 0.5 are in one of them.
TEST(Starts, ABinWithAZeroCountsItsStart) {
  array adjoint(3), seed{0.0, 1.0, 0.0, 0.0};
  bins_of_products_vjp(soac::array<int>{1, 1, 1}, with_zero, seed, adjoint);
  EXPECT_EQ(adjoint(1), 3.0);
  EXPECT_EQ(adjoint(2), 0.0);
}

TEST(Starts, AStartThatWinsLeavesNothingForTheElements) {
  array adjoint(3);
  EXPECT_EQ(smallest_vjp(above, 1.0, adjoint), 0.25);
  for (double a : adjoint)
    EXPECT_EQ(a, 0.0);
}

// d|x| = x / |x|: no first step from the neutral 0 to the first element 0, where the root has no derivative.
TEST(Starts, ANeutralStartIsNotDifferentiated) {
  array adjoint(3);
  EXPECT_EQ(norm_vjp(with_leading_zero, 1.0, adjoint), 5.0);
  EXPECT_EQ(adjoint(0), 0.0);
  EXPECT_DOUBLE_EQ(adjoint(1), 0.6);
  EXPECT_DOUBLE_EQ(adjoint(2), 0.8);
}

TEST(Starts, WithoutElementsTheStartIsTheResult) {
  array none(0), adjoint(0);
  double start = 0.0;
  EXPECT_EQ(curved_from_vjp(none, 0.7, 2.0, adjoint, start), 0.7);
  EXPECT_EQ(start, 2.0);
}

} // namespace starts
