#include "written_late.hpp"

#include "check.hpp"
#include "written_late.soac.hpp"

using namespace written_late;

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
