#include "row_orders.hpp"

#include "check.hpp"
#include "row_orders.soac.hpp"

#include <gtest/gtest.h>

namespace row_orders {

namespace {

// On a device all rows of an array have one length.
const bool run_on_the_host = soac::cuda::testing::runs.may_rows_differ = true;

const row x{0.3, -0.7, 0.9, 0.4, -0.2, 0.6, 0.8}, y{-0.3, 0.7, -0.5};
const std::vector<row> ragged{{0.5, 0.2}, {-0.4}, {0.3, 0.7, -0.6}, {0.9, 0.1}, {0.8}};
const std::vector<row> even{{0.5, 0.2}, {-0.4, 0.3}, {0.7, -0.6}, {0.9, 0.1}};

} // namespace

DERIVATIVES(RowOrders, sorted, x)
DERIVATIVES(RowOrders, sorted_by_length, x)
DERIVATIVES(RowOrders, sorted_backwards, x)
DERIVATIVES(RowOrders, sorted_by_projection, x)
DERIVATIVES(RowOrders, sorted_in_part, x)
DERIVATIVES(RowOrders, of_a_range_backwards, x)
DERIVATIVES(RowOrders, inserted, x, 2)
DERIVATIVES(RowOrders, exchanged, x, y)
DERIVATIVES(RowOrders, in_records, x, y)
DERIVATIVES(RowOrders, of_numbers, 0.4, -0.7)

TEST(RowOrders, ofParameters) {
  for (const std::vector<row> &a : {ragged, even}) {
    EXPECT_DERIVATIVES(sorted_parameter, a);
    EXPECT_DERIVATIVES(of_a_range, a);
  }
}

TEST(RowOrders, ofLists) {
  for (const int k : {0, 1}) {
    EXPECT_DERIVATIVES(in_lists, x, y, k);
    EXPECT_DERIVATIVES(in_arrays, x, y, k);
    EXPECT_DERIVATIVES(in_lists, y, y, k);
    EXPECT_DERIVATIVES(in_arrays, y, y, k);
  }
}

} // namespace row_orders
