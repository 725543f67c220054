#include "empty_matrices.hpp"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

using namespace empty_matrices;

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
