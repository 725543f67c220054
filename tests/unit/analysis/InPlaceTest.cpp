#include "analysis/InPlace.h"

#include "support/Parsed.h"

namespace soac::test {
namespace {

const char *const program = R"(
func @f(%n: i64, %c: bool, %xs: [f64; 1], %ys: [f64; 1]) -> ([f64; 1], [f64; 1], [f64; 1]) {
  %a: [f64; 1] = update %xs[0] = 1.0
  %b: [f64; 1] = loop 3, (%a) |%i: i64, %p: [f64; 1]| {
    %q: [f64; 1] = if %c {
      %u: [f64; 1] = update %p[%i] = 2.0
      yield %u
    } else {
      yield %p
    }
    yield %q
  }
  %d: [f64; 1] = if %c {
    %v: [f64; 1] = update %b[0] = 3.0
    yield %v
  } else {
    yield %ys
  }
  %e: [f64; 1] = rotate %b, 1
  return %b, %d, %e
})";

TEST(InPlace, updatesLoopsAndBranchesAreFollowedToWhereTheArrayComesFrom) {
  const ir::Function f = parsed(program);
  EXPECT_EQ(analysis::inPlaceSource(named(f, "b"), f.body), named(f, "xs"));
  EXPECT_EQ(analysis::inPlaceSource(named(f, "ys"), f.body), named(f, "ys"));
  EXPECT_FALSE(analysis::inPlaceSource(named(f, "d"), f.body)); // the branches are of different arrays
  EXPECT_FALSE(analysis::inPlaceSource(named(f, "e"), f.body));
}

TEST(InPlace, chainsNameTheirStatements) {
  const ir::Function f = parsed(program);
  const auto links = analysis::updateChain(named(f, "xs"), named(f, "b"), f.body);
  ASSERT_TRUE(links);
  ASSERT_EQ(links->size(), 2u);
  EXPECT_EQ((*links)[0].statement, 0u);
  EXPECT_EQ((*links)[1].statement, 1u);
  EXPECT_FALSE(analysis::updateChain(named(f, "ys"), named(f, "b"), f.body));
}

TEST(InPlace, updatesAreCountedWhereTheTripsAreFew) {
  const ir::Function f = parsed(program);
  const auto shape = analysis::updateShape(named(f, "xs"), named(f, "b"), f.body, f.values);
  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->depth, 1u);
  EXPECT_EQ(shape->mostUpdates, 4);
  EXPECT_FALSE(shape->isExact);
  EXPECT_FALSE(analysis::updateShape(f.body.statements[2], 0, f.values)); // of two arrays
}

} // namespace
} // namespace soac::test
