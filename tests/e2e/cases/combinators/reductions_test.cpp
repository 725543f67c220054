#include "reductions.hpp"

#include "check.hpp"
#include "points.hpp"
#include "reductions.soac.hpp"

using namespace points;

namespace {

using namespace reductions;

} // namespace

DERIVATIVES(Reductions, product, line(5))
DERIVATIVES(Reductions, product_with_factor, line(5), 0.7)
DERIVATIVES(Reductions, where_it_begins, line(5), 0.7)
DERIVATIVES(Reductions, last_of_all, line(5))
DERIVATIVES(Reductions, smallest, line(7))
DERIVATIVES(Reductions, largest_by_lambda, line(7))
DERIVATIVES(Reductions, largest_by_fmax, line(7))
DERIVATIVES(Reductions, curved, line(5), 0.4)
DERIVATIVES(Reductions, curved_by_array, line(5), line(3, 1.0))
DERIVATIVES(Reductions, log_sum_exp, line(5))
DERIVATIVES(Reductions, harmonic, line(4, 1.0))
DERIVATIVES(Reductions, mean_and_variance, line(5))
DERIVATIVES(Reductions, polynomial, line(5), 1.3)
DERIVATIVES(Reductions, spread, line(5), line(5, 1.0))
DERIVATIVES(Reductions, best_of_records, line(5), line(5, 1.0))
DERIVATIVES(Reductions, sum_of_rows, grid(5, 3))
DERIVATIVES(Reductions, product_of_rows, grid(5, 3))
DERIVATIVES(Reductions, product_of_rows_by_lambda, grid(5, 3))
DERIVATIVES(Reductions, minimum_of_rows, grid(5, 3))
DERIVATIVES(Reductions, maximum_of_rows_by_lambda, grid(5, 3))
DERIVATIVES(Reductions, rows_by_lambda, grid(5, 3), 0.4)
DERIVATIVES(Reductions, rows_with_weights, grid(5, 3), line(3))
DERIVATIVES(Reductions, product_of_planes, cube(4, 2, 2))
DERIVATIVES(Reductions, curved_planes, cube(4, 2, 2), 0.4)
DERIVATIVES(Reductions, matrix_product, cube(4, 2, 2))
DERIVATIVES(Reductions, in_map, grid(4, 3), 0.4)
DERIVATIVES(Reductions, products_in_map, grid(4, 3))
DERIVATIVES(Reductions, extremes_in_map, grid(4, 3), 0.8)
DERIVATIVES(Reductions, nested, grid(4, 3), 0.4)
DERIVATIVES(Reductions, in_loop, line(4), 3)
DERIVATIVES(Reductions, of_computed, line(5), line(5, 1.0), 0.8)
DERIVATIVES(Reductions, of_slices, line(5))
DERIVATIVES(Reductions, at_extremes, line(5), line(5, 1.0))
DERIVATIVES(Reductions, all_of_them, grid(3, 3))
DERIVATIVES(Reductions, product_gradient, line(4))
DERIVATIVES(Reductions, curved_gradient, line(4), 0.4)
DERIVATIVES(Reductions, largest_gradient, line(4))
DERIVATIVES(Reductions, rows_gradient, grid(3, 2))
DERIVATIVES(Reductions, complex_gradient, line(4), line(4, 1.0))

TEST(Reductions, SmallElements) {
  EXPECT_DERIVATIVES(complex_product, (std::vector<Complex>{{0.4, 0.9}, {-0.2, 0.15}, {0.3, 2.0}}));
  EXPECT_DERIVATIVES(rotation, (std::vector<std::array<double, 2>>{{0.4, 0.9}, {-0.2, 0.15}, {0.3, 2.0}}));
}

TEST(Reductions, BothBranches) {
  EXPECT_DERIVATIVES(in_branch, line(5), 0.7);
  EXPECT_DERIVATIVES(in_branch, line(5), -0.7);
}

TEST(Reductions, OfOneAndOfNothing) {
  EXPECT_DERIVATIVES(curved, line(1), 0.4);
  EXPECT_DERIVATIVES(product, line(1));
  EXPECT_DERIVATIVES(rows_with_weights, grid(1, 3), line(3));
  EXPECT_DERIVATIVES(log_sum_exp, line(1));
  EXPECT_DERIVATIVES(curved, array(0), 0.4);
  EXPECT_DERIVATIVES(product_with_factor, array(0), 0.4);
  EXPECT_DERIVATIVES(in_map, matrix(3, 0), 0.4);
  array of_x(0);
  EXPECT_EQ(product_vjp(array(0), 2.0, of_x), 1.0);
  EXPECT_EQ(smallest_vjp(array(0), 2.0, of_x), std::numeric_limits<double>::infinity());
  matrix of_rows(0, 3);
  array of_w(3);
  EXPECT_EQ(list(rows_with_weights_vjp(matrix(0, 3), line(3), line(3), of_rows, of_w)), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(list(of_w), (std::vector<double>{0, 0, 0}));
}

TEST(Reductions, ProductsWithZeros) {
  array of_x(3);
  EXPECT_EQ(product_vjp(array{2.0, 0.0, 5.0}, 1.0, of_x), 0.0);
  EXPECT_EQ(list(of_x), (std::vector<double>{0, 10, 0}));
  array of_y(3);
  product_vjp(array{2.0, 0.0, 0.0}, 1.0, of_y);
  EXPECT_EQ(list(of_y), (std::vector<double>{0, 0, 0}));
  EXPECT_DERIVATIVES(product_gradient, array{2.0, 0.0, 5.0});
  EXPECT_DERIVATIVES(product_gradient, array{2.0, 0.0, 5.0, 0.0});
  matrix of_rows(2, 2);
  product_of_rows_vjp(matrix{{2.0, 0.0}, {3.0, 0.0}}, array{1.0, 10.0}, of_rows);
  EXPECT_EQ(list(soac::flatten(of_rows)), (std::vector<double>{3, 0, 2, 0}));
  product_of_rows_vjp(matrix{{2.0, 0.0}, {3.0, 7.0}}, array{1.0, 10.0}, of_rows);
  EXPECT_EQ(list(soac::flatten(of_rows)), (std::vector<double>{6, 70, 4, 0}));
}

// Exactly one element receives the adjoint, the first; in a lambda the branch that is taken decides.
TEST(Reductions, Ties) {
  const array x{2.0, 1.0, 1.0, 2.0};
  array of_x(4);
  smallest_vjp(x, 1.0, of_x);
  EXPECT_EQ(list(of_x), (std::vector<double>{0, 1, 0, 0}));
  largest_by_lambda_vjp(x, 10.0, of_x);
  EXPECT_EQ(list(of_x), (std::vector<double>{10, 1, 0, 0}));
  largest_by_fmax_vjp(x, 100.0, of_x);
  EXPECT_EQ(list(of_x), (std::vector<double>{110, 1, 0, 0}));
  matrix of_rows(3, 2);
  minimum_of_rows_vjp(matrix{{2.0, 3.0}, {1.0, 3.0}, {1.0, 4.0}}, array{1.0, 10.0}, of_rows);
  EXPECT_EQ(list(soac::flatten(of_rows)), (std::vector<double>{0, 10, 1, 0, 0, 0}));
}

// Minus infinity is not multiplied into a derivative.
TEST(Reductions, NeutralElementsDoNoHarm) {
  array of_x(2);
  EXPECT_NEAR(log_sum_exp_vjp(array{0.0, std::log(3.0)}, 1.0, of_x), std::log(4.0), 1e-15);
  EXPECT_NEAR(of_x[0], 0.25, 1e-15);
  EXPECT_NEAR(of_x[1], 0.75, 1e-15);
  array of_y(2);
  EXPECT_EQ(harmonic_vjp(array{1.0, 1.0}, 1.0, of_y), 0.5);
  EXPECT_EQ(list(of_y), (std::vector<double>{0.25, 0.25}));
}
