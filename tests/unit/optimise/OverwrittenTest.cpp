// Which arrays need no values, as all their elements are written before they are read.
#include "analysis/OverwrittenFirst.h"
#include "support/Parsed.h"

namespace soac::test {
namespace {

/// Is the array %a of that extent overwritten by the loop of %n trips?
bool isOverwritten(const std::string &extent) {
  const ir::Function f = parsed("func @f(%n: i64, %m: i64, %x: f64) -> ([f64; 1]) {\n  %e: i64 = max " + extent + R"(, 0
  %a: [f64; 1] = fill 0.0, [%e]
  %r: [f64; 1] = loop %n, (%a) |%i: i64, %b: [f64; 1]| {
    %c: [f64; 1] = update %b[%i] = %x
    yield %c
  }
  return %r
})");
  const analysis::DefUse definitions(f.body);
  analysis::Shapes shapes(f);
  return analysis::isOverwritten(f.body.statements[1], f.values, definitions, shapes);
}

// A loop of a negative count has no trips, and the array no elements.
TEST(Overwritten, anArrayOfAsManyElementsAsTheLoopHasTrips) { EXPECT_TRUE(isOverwritten("%n")); }
TEST(Overwritten, notAnArrayOfOtherElements) { EXPECT_FALSE(isOverwritten("%m")); }

} // namespace
} // namespace soac::test
