#include "extents.hpp"

#include "check.hpp"
#include "extents.soac.hpp"

#include <array>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace empty_matrices {

namespace {

std::array<soac::index, 2> shape(const matrix &a) { return {a.extent(0), a.extent(1)}; }

class EmptyMatrices : public testing::TestWithParam<std::array<soac::index, 2>> {
protected:
  std::array<soac::index, 2> extents = GetParam();
  matrix x{extents[0], extents[1]};
};

TEST_P(EmptyMatrices, gradientsHaveTheShapeOfTheParameter) {
  EXPECT_EQ(shape(gradient_transposed_first(x)), extents);
  EXPECT_EQ(shape(gradient_transposed_after(x)), extents);
  EXPECT_EQ(shape(gradient_of_loops(x)), extents);
}

TEST_P(EmptyMatrices, adjointsHaveTheShapeOfTheParameterForAnyEmptySeed) {
  EXPECT_EQ(shape(adjoint_there_and_back(x, there_and_back(x))), extents);
  EXPECT_EQ(shape(adjoint_there_and_back(x, x)), extents);
  EXPECT_EQ(shape(adjoint_weighted(x, weighted(x))), extents);
  EXPECT_EQ(shape(adjoint_weighted(x, matrix(extents[1], extents[0]))), extents);
}

TEST_P(EmptyMatrices, tangentsHaveTheShapeOfTheResult) {
  EXPECT_EQ(shape(tangent_there_and_back(x)), extents);
  EXPECT_EQ(shape(tangent_weighted(x)), (std::array<soac::index, 2>{extents[1], extents[0]}));
}

INSTANTIATE_TEST_SUITE_P(Shapes, EmptyMatrices,
                         testing::Values(std::array<soac::index, 2>{4, 0}, std::array<soac::index, 2>{0, 4},
                                         std::array<soac::index, 2>{0, 0}));

// Rows that are joined have one length, also where there are none.
TEST(EmptyMatricesRefused, joinedRowsOfOtherLengths) {
  const matrix none(0, 2), two(2, 2), wide(1, 3);
  EXPECT_EQ(shape(adjoint_of_joined(none, two, matrix(2, 2))), (std::array<soac::index, 2>{0, 2}));
  EXPECT_EQ(adjoint_of_joined(two, none, matrix{{1, 2}, {3, 4}, {5, 6}, {7, 8}})(1, 1), 12);
  EXPECT_THROW(adjoint_of_joined(two, wide, matrix(5, 2)), std::invalid_argument);
  EXPECT_THROW(adjoint_of_joined(matrix(0, 0), two, matrix(2, 2)), std::invalid_argument);
}

TEST(EmptyMatricesRefused, aSeedWithElementsForAnEmptyResult) {
  try {
    adjoint_there_and_back(matrix(4, 0), matrix(4, 1));
    FAIL() << "a seed of another shape";
  } catch (const std::invalid_argument &error) {
    EXPECT_NE(std::string(error.what()).find("has another shape: 0 and 1"), std::string::npos) << error.what();
  }
}

} // namespace

} // namespace empty_matrices

namespace {

using namespace unequal;

table of_shape(soac::index n, soac::index m) {
  return soac::tabulate([](soac::index i, soac::index j) { return 1.0 + 0.5 * double(i) - 0.25 * double(j); }, n, m);
}

/// Do the function and both derivatives throw the same kind of exception, or none?
template <class F, class Vjp, class Jvp> ::testing::AssertionResult throw_alike(bool throws, F f, Vjp vjp, Jvp jvp) {
  const auto says = [](auto call) -> std::string {
    try {
      call();
    } catch (const std::invalid_argument &e) {
      return std::string(e.what()).rfind("soac: ", 0) == 0 ? "" : e.what();
    }
    return "nothing";
  };
  for (const std::string &found : {says(f), says(vjp), says(jvp)})
    if ((found != (throws ? "" : "nothing")))
      return ::testing::AssertionFailure() << "it throws " << found;
  return ::testing::AssertionSuccess();
}

} // namespace

#define THROWS_ALIKE(throws, f, primal, vjp, jvp)                                                                       \
  EXPECT_TRUE(throw_alike(throws, [&] { f primal; }, [&] { f##_vjp vjp; }, [&] { f##_jvp jvp; })) << #f

TEST(UnequalExtents, WhatACombinatorTakesTogetherHasOneShape) {
  const std::vector<int> at{0, 1, 0}, outside{7, 8, -1}, flags{1, 0, 1}, offsets{0, 2, 3};
  for (const soac::index n : {2, 3, 4}) { // of 3 columns
    const bool differ = n != 3;
    const sums e = soac::replicate(n, 1.0);
    sums e_adj(n), t(3);
    table x = of_shape(3, 3), d = of_shape(3, n), x_adj(3, 3), d_adj(3, n), r(3, 3), s(2, 3);
    THROWS_ALIKE(differ, reduced, (e, x), (e, x, sums(3), e_adj, x_adj), (e, x, e, x, t));
    THROWS_ALIKE(differ, scanned, (e, x), (e, x, x, e_adj, x_adj), (e, x, e, x, r));
    THROWS_ALIKE(differ, scanned_before, (e, x), (e, x, x, e_adj, x_adj), (e, x, e, x, r));
    THROWS_ALIKE(differ, scanned_segments, (e, flags, x), (e, flags, x, x, e_adj, x_adj), (e, flags, x, e, x, r));
    THROWS_ALIKE(differ, reduced_segments, (e, offsets, x), (e, offsets, x, of_shape(2, 3), e_adj, x_adj),
                 (e, offsets, x, e, x, s));
    for (const std::vector<int> &k : {at, outside}) {
      // The neutral element has another shape, then the bins.
      THROWS_ALIKE(differ, binned, (e, x, k, x), (e, x, k, x, x, e_adj, x_adj, x_adj), (e, x, k, x, e, x, x, r));
      THROWS_ALIKE(differ, binned, (sums(3), d, k, x), (sums(3), d, k, x, d, t, d_adj, x_adj),
                   (sums(3), d, k, x, sums(3), d, x, d_adj));
      THROWS_ALIKE(differ, counted, (e, 3, k, x), (e, 3, k, x, d, e_adj, x_adj), (e, 3, k, x, e, x, d_adj));
    }
    const std::vector<int> once{0, 2, 1};
    THROWS_ALIKE(differ, scattered, (d, once, x), (d, once, x, d, d_adj, x_adj), (d, once, x, d, x, d_adj));
    THROWS_ALIKE(differ, zipped_sum, (d, x), (d, x, 1.0, d_adj, x_adj), (d, x, d, x, t[0]));
  }
}

TEST(UnequalExtents, OfNoElementsTheNeutralElementIsTheResult) {
  sums e{1.0, 2.0}, e_adj(2);
  table none(0, 3), none_adj(0, 3);
  EXPECT_EQ(reduced(e, none).size(), 2);
  EXPECT_EQ(reduced_vjp(e, none, sums{3.0, 4.0}, e_adj, none_adj)[1], 2.0);
  EXPECT_EQ(e_adj[1], 4.0);
}

TEST(UnequalExtents, AnOperatorThatChangesTheShapeThrows) {
  const sums e = soac::replicate(3, 1.0);
  sums e_adj(3), long_seed(12);
  table x = of_shape(3, 3), x_adj(3, 3), r(3, 3);
  THROWS_ALIKE(true, joined, (e, x), (e, x, long_seed, e_adj, x_adj), (e, x, e, x, long_seed));
  THROWS_ALIKE(true, joined_scan, (e, x), (e, x, x, e_adj, x_adj), (e, x, e, x, r));
  const std::vector<int> at{0, 1, 0};
  THROWS_ALIKE(true, joined_bins, (e, x, at, x), (e, x, at, x, x, e_adj, x_adj, x_adj), (e, x, at, x, e, x, x, r));
}

namespace computed {
namespace {

soac::array<double, 2> numbers(soac::index n, soac::index m) {
  soac::array<double, 2> x(n, m);
  for (soac::index i = 0; i < n; ++i)
    for (soac::index j = 0; j < m; ++j)
      x(i, j) = 0.3 + 0.1 * static_cast<double>((7 * i + 3 * j + i * j) % 11);
  return x;
}
soac::array<double, 3> cubes(soac::index n, soac::index m) {
  soac::array<double, 3> x(n, m, m);
  for (soac::index i = 0; i < n; ++i)
    for (soac::index j = 0; j < m; ++j)
      for (soac::index k = 0; k < m; ++k)
        x(i, j, k) = 0.3 + 0.1 * static_cast<double>((7 * i + 3 * j + 5 * k + i * j * k) % 11);
  return x;
}

} // namespace

DERIVATIVES(ComputedExtents, halves, numbers(3, 5))
DERIVATIVES(ComputedExtents, half_squares, numbers(3, 4))
DERIVATIVES(ComputedExtents, products_of_halves, numbers(5, 5))
DERIVATIVES(ComputedExtents, sorted_halves, numbers(3, 7))
DERIVATIVES(ComputedExtents, two_extents, cubes(3, 5))

} // namespace computed
