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
