#include "row_updates.hpp"

#include "check.hpp"
#include "row_updates.soac.hpp"

#include <gtest/gtest.h>

namespace row_updates {
namespace {

const pairs some{{0.4, 1.2}, {-0.3, 0.8}, {1.1, -0.6}, {0.2, 0.9}};
const pairs none;

} // namespace

DERIVATIVES(RowUpdates, rotated, some, 0.7, 3)
DERIVATIVES(RowUpdates, filled, some, 0.7)
DERIVATIVES(RowUpdates, appended, some, 0.7)
DERIVATIVES(RowUpdates, reversed, some, 0.7)
DERIVATIVES(RowUpdates, of_records, std::vector<Point>{{{0.4, 1.2}, 0.3}, {{-0.3, 0.8}, 1.4}}, 0.7)
DERIVATIVES(RowUpdates, of_vectors, rows{{0.4, 1.2}, {-0.3, 0.8}, {1.1, -0.6}}, 0.7)
DERIVATIVES(RowUpdates, exchanged, some, 0.7)
DERIVATIVES(RowUpdates, read_behind, some, 0.7)
DERIVATIVES(RowUpdates, written, some, some, 4, 0.7)
DERIVATIVES(RowUpdatesOfOne, rotated, pairs{{0.4, 1.2}}, 0.7, 2)
DERIVATIVES(RowUpdatesOfOne, exchanged, pairs{{0.4, 1.2}}, 0.7)

TEST(RowUpdatesOfNone, HaveNoSlope) {
  pairs adjoint;
  double slope = 0;
  EXPECT_EQ(rotated_vjp(none, 0.7, 3, 1.0, adjoint, slope), 0.0);
  EXPECT_EQ(appended_vjp(none, 0.7, 1.0, adjoint, slope), 0.0);
  EXPECT_EQ(slope, 0.0);
}

} // namespace row_updates
