#include "row_lengths.hpp"

#include "check.hpp"
#include "row_lengths.soac.hpp"

#include <gtest/gtest.h>
#include <stdexcept>

namespace row_lengths {

namespace {

const row x{0.3, -0.7, 0.9, 0.4, -0.2, 0.6, 0.8}, y{-0.3, 0.7, -0.5, 0.4, 0.2, -0.6, 0.1};

} // namespace

DERIVATIVES(RowLengths, resized, x, 5)
DERIVATIVES(RowLengths, resized_later, x, 5)
DERIVATIVES(RowLengths, appended, x, 5)
DERIVATIVES(RowLengths, assigned, x, 5)
DERIVATIVES(RowLengths, filled, x, 5)
DERIVATIVES(RowLengths, triangle, x)
DERIVATIVES(RowLengths, copies, x)
DERIVATIVES(RowLengths, moved, x)
DERIVATIVES(RowLengths, swapped, x)
DERIVATIVES(RowLengths, swapped_in_a_loop, x)
DERIVATIVES(RowLengths, buckets, x)
DERIVATIVES(RowLengths, some_empty, x)
DERIVATIVES(RowLengths, appended_rows, x)
DERIVATIVES(RowLengths, shorter_and_longer, x)
DERIVATIVES(RowLengths, outer_resized, x)
DERIVATIVES(RowLengths, rows_in_the_middle, x)
DERIVATIVES(RowLengths, memorised, x)
DERIVATIVES(RowLengths, pascal, x)
DERIVATIVES(RowLengths, sorted_rows, x)
DERIVATIVES(RowLengths, by_reference, x)

TEST(RowLengths, conditional) {
  EXPECT_DERIVATIVES(conditional, x);
  EXPECT_DERIVATIVES(conditional, y);
}

TEST(RowLengths, noRowsAndEmptyOnes) {
  EXPECT_DERIVATIVES(resized, x, 0);
  EXPECT_DERIVATIVES(appended, row(1, 0.5), 0);
  EXPECT_DERIVATIVES(triangle, row(1, 0.5));
  EXPECT_DERIVATIVES(some_empty, row(4, -1.0));
  row none;
  EXPECT_EQ(triangle_vjp(none, 1.0, none), 0);
}

TEST(RowLengths, rowsThatAreTakenTogetherHaveOneLength) {
  EXPECT_DERIVATIVES(as_a_whole, x, 7);
  row adjoint(x.size());
  EXPECT_THROW(as_a_whole_vjp(x, 6, 1.0, adjoint), std::invalid_argument);
}

} // namespace row_lengths
