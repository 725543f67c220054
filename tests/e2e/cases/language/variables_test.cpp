#include "variables.hpp"

#include "check.hpp"
#include "variables.soac.hpp"

#include <cmath>

namespace conditions {

DERIVATIVES(Conditions, newton_step_variable, 2.0, 1.1)
DERIVATIVES(Conditions, countdown, 4, 0.7)
DERIVATIVES(Conditions, remaining, (std::vector<double>{0.5, -1.5, 2.0}))
DERIVATIVES(Conditions, for_with_variable, 4, 0.8)
DERIVATIVES(Conditions, increment_sees_it, 7, 0.8)
DERIVATIVES(Conditions, left_by_break, 0.9, 6)
DERIVATIVES(Conditions, left_by_continue, 0.4, 7)
DERIVATIVES(Conditions, left_by_return, 1.1, 9)
DERIVATIVES(Conditions, nested, 0.3, 5)
DERIVATIVES(Conditions, if_variable, 1.4, 3)
DERIVATIVES(Conditions, switch_with_initialiser, 0.6, 0.5, 0.9)
DERIVATIVES(Conditions, range_with_initialiser, 0.7)
DERIVATIVES(Conditions, shadowed, 0.7, 5)

TEST(Conditions, OtherSides) {
  for (double x : {0.8, 0.3, -0.4, 2.9, 4.0})
    EXPECT_DERIVATIVES(if_with_initialiser, x);
  for (double x : {0.6, 1.7})
    EXPECT_DERIVATIVES(else_sees_it, x);
  for (double x : {0.2, 1.2})
    EXPECT_DERIVATIVES(switch_with_initialiser, x, 0.5, 0.9);
  for (int n : {0, 1, 2, 3})
    EXPECT_DERIVATIVES(switch_variable, 0.7, n);
  EXPECT_DERIVATIVES(left_by_return, 1.1, 2);
  EXPECT_DERIVATIVES(countdown, 0, 0.7);
}
TEST(Conditions, RootOfNewtonsMethod) {
  double da = 0, dx = 0;
  EXPECT_NEAR(newton_step_variable_vjp(2.0, 1.1, 1.0, da, dx), std::sqrt(2.0), 1e-14);
  EXPECT_NEAR(da, 0.5 / std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(dx, 0, 1e-7);
}
TEST(Conditions, PolynomialOfACountdown) { // 4 x^3 + 3 x^2 + 2 x + 1
  double dx = 0;
  EXPECT_NEAR(countdown_vjp(4, 0.5, 1.0, dx), 0.5 + 0.75 + 1 + 1, 1e-15);
  EXPECT_NEAR(dx, 12 * 0.25 + 6 * 0.5 + 2, 1e-14);
}

} // namespace conditions

namespace written_late {

namespace {
const std::vector<double> numbers{1.5, -0.7, 2.3, 0.6};
}

TEST(WrittenLate, ByKind) {
  for (const Kind kind : {Kind::linear, Kind::square, Kind::constant}) {
    EXPECT_DERIVATIVES(by_kind, 0.7, kind);
    EXPECT_DERIVATIVES(pair_by_kind, 0.7, kind);
    EXPECT_DERIVATIVES(array_by_kind, 0.7, kind);
  }
  double adjoint = 0;
  EXPECT_DOUBLE_EQ(by_kind_vjp(0.5, Kind::square, 1.0, adjoint), 0.125);
  EXPECT_DOUBLE_EQ(adjoint, 0.75);
}
TEST(WrittenLate, ByCode) {
  for (int code = 0; code < 3; ++code)
    for (const double x : {0.7, 1.3})
      EXPECT_DERIVATIVES(by_code, x, code);
}
TEST(WrittenLate, InBranches) {
  for (const bool which : {false, true}) {
    EXPECT_DERIVATIVES(in_both_branches, 0.7, which);
    EXPECT_DERIVATIVES(member_by_member, 0.7, which);
    EXPECT_DERIVATIVES(or_returned, 0.7, which ? 0.5 : 0.9);
  }
}
DERIVATIVES(WrittenLate, by_kind_in_loop, 0.7, (std::vector<Kind>{Kind::square, Kind::linear, Kind::constant, Kind::square}))
DERIVATIVES(WrittenLate, in_every_trip, 0.7, 4)
DERIVATIVES(WrittenLate, in_the_first_trip, numbers)
DERIVATIVES(WrittenLate, by_a_flag, numbers)
DERIVATIVES(WrittenLate, in_do, 0.7, 5)
DERIVATIVES(WrittenLate, until_left, 0.7, 5.0)
DERIVATIVES(WrittenLate, array_in_loop, 0.7)
DERIVATIVES(WrittenLate, rows_in_loops, 0.7)

} // namespace written_late
