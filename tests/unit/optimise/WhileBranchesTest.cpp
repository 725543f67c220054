// Searches by halves: while_branches.
#include "Check.h"

namespace soac::test {
namespace {

/// Where %y is in the ascending numbers, by `body` of a loop with %a and %b, the ends of the interval, and %h, half of
/// it; it computes %x, which is above %y, and the next ends %p and %q.
std::string search(const std::string &body) {
  return R"(
func @f(%t: [f64; 1], %y: f64) -> (i32, i32) {
  %n: i64 = extent %t, 0
  %count: i32 = cast exact %n
  %last: i32 = add exact %count, i32:-1
  %low: i32, %high: i32 = loop while (i32:0, %last) |%c: i32, %d: i32| {
    %left: i32 = sub exact %d, %c
    %goes: bool = gt %left, i32:1
    yield %goes
  } do |%a: i32, %b: i32| {
    %w: i32 = sub exact %b, %a
    %h: i32 = div %w, i32:2
)" + body +
         R"(
    yield %p, %q
  }
  return %low, %high
}
)";
}

const std::string middle = R"(
    %m: i32 = add exact %a, %h
    %u: i64 = cast %a
    %v: i64 = cast %h
    %i: i64 = add %v, %u
    %x: f64 = index %t[%i]
    %above: bool = gt %x, %y
)",
                  choices = R"(
    %p: i32 = select %above, %a, %m
    %q: i32 = select %above, %m, %b
)";

/// In numbers of which none, some or all are above.
Passed searched(const std::string &body) {
  Passed p = passed(search(body), {"while_branches", "dce"});
  for (const double y : {-1.0, 0.5, 1.0, 3.25, 6.0, 9.5})
    p.on({RuntimeValue::array({0, 1, 2, 3, 4, 5, 6, 7, 8}), RuntimeValue::f64(y)});
  return p;
}

TEST(WhileBranches, ofBothEnds) {
  const Passed p = searched(middle + choices);
  EXPECT_EQ(p.count<ir::If>(), 1u) << p.text();
  EXPECT_EQ(p.count(prims::Prim::Select), 0u) << p.text();
}

TEST(WhileBranches, offsetsAreOfTheSumThatTheLoopComputes) {
  const Passed p = searched(middle + choices);
  EXPECT_EQ(p.count(prims::Prim::Cast), 2u) << p.text(); // of the count and of %m
}

/// A sum that may wrap is another number than the one of the widened operands.
TEST(WhileBranches, offsetsAreOfExactSums) {
  std::string wraps = middle;
  wraps.replace(wraps.find("exact "), 6, "");
  EXPECT_EQ(searched(wraps + choices).count(prims::Prim::Cast), 3u);
}

/// The offset is twice %h, and the loop computes %a + %h.
TEST(WhileBranches, offsetsAreOfTheSameNumbers) {
  std::string other = middle;
  other.replace(other.find("cast %a"), 7, "cast %h");
  EXPECT_EQ(searched(other + choices).count(prims::Prim::Cast), 3u);
}

TEST(WhileBranches, selectionsThatTheBodyReadsStay) {
  const Passed p = searched(middle + R"(
    %p: i32 = select %above, %a, %m
    %r: i32 = max %p, %m
    %q: i32 = select %above, %r, %b
)");
  EXPECT_EQ(p.count<ir::If>(), 0u) << p.text();
}

TEST(WhileBranches, conditionsAreTheSame) {
  const Passed p = searched(middle + R"(
    %below: bool = le %x, %y
    %p: i32 = select %above, %a, %m
    %q: i32 = select %below, %b, %m
)");
  EXPECT_EQ(p.count<ir::If>(), 0u) << p.text();
}

} // namespace
} // namespace soac::test
