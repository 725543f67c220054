#include "growing.hpp"

#include "check.hpp"
#include "growing.soac.hpp"

using reals = std::vector<double>;

namespace {
const reals x{1.5, -0.7, 2.3, 0.6, 1.1, -0.4, 0.8};
}

DERIVATIVES(Growing, sieve, 20, 0.9)
DERIVATIVES(Growing, kept_squares, x)
DERIVATIVES(Growing, recurrence, 0.8, 6)
DERIVATIVES(Growing, stack, x)
DERIVATIVES(Growing, two_or_three, x, 6)
DERIVATIVES(Growing, all_again, x, 5)
DERIVATIVES(Growing, straight_line, 1.7)
DERIVATIVES(Growing, resized, x, 4)
DERIVATIVES(Growing, records, x)
DERIVATIVES(Growing, rows_appended, 0.9, 4, 3)
DERIVATIVES(Growing, rows_of_any_length, 0.9, 3, 0)
DERIVATIVES(Growing, rows_inserted, 0.9, 5)

// No trip appends nothing; resizing to more elements than there are appends zeros.
TEST(Growing, NothingAppended) {
  reals adjoint(7);
  EXPECT_EQ(all_again_vjp(x, 0, 1.0, adjoint), 0);
  EXPECT_EQ(two_or_three_vjp(x, 0, 1.0, adjoint), 5);
  EXPECT_EQ(adjoint, reals(7));
  reals one{1.5}, one_adj(1);
  EXPECT_EQ(records_vjp(one, 1.0, one_adj), 0);
  EXPECT_EQ(resized_vjp(one, 3, 1.0, one_adj), resized(one, 3));
  EXPECT_EQ(one_adj[0], 2 * 1.5 * (1 + 4 + 5));
}

// (1 + x)^(n - 1)
TEST(Growing, RecurrenceIsAPower) {
  double adjoint = 0;
  EXPECT_NEAR(recurrence_vjp(0.5, 4, 1.0, adjoint), 3.375, 1e-14);
  EXPECT_NEAR(adjoint, 3 * 2.25, 1e-14);
}

TEST(Growing, RowsKeepTheirLength) {
  double adjoint = 0;
  EXPECT_EQ(rows_appended_vjp(2, 3, 2, 1.0, adjoint), 14 * 3);
  EXPECT_EQ(adjoint, (1 + 4 + 12) * 3);
  adjoint = 0;
  EXPECT_EQ(rows_appended_vjp(2, 0, 2, 1.0, adjoint), 0);
  EXPECT_EQ(adjoint, 0);
  EXPECT_THROW(rows_of_any_length_vjp(2, 3, 1, 1.0, adjoint), std::invalid_argument);
  double tangent = 0;
  EXPECT_THROW(rows_of_any_length_jvp(2, 3, 1, 1.0, tangent), std::invalid_argument);
}
