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

/// Steps that each update elements of an array in an inner loop.
bool areTheSame(const std::string &index, const std::string &count = "%n", const std::string &condition = "%c") {
  const ir::Function f = parsed(R"(
func @f(%n: i64, %c: bool, %table: [i64; 1], %xs: [f64; 1]) -> ([f64; 1]) {
  %b: [f64; 1] = loop 3, (%xs) |%t: i64, %p: [f64; 1]| {
    %late: bool = eq %t, 2
    %e: i64 = extent %p, 0
    %u: [f64; 1] = update %p[0] = 1.0
    %q: [f64; 1] = loop )" + count + R"(, (%u) |%i: i64, %v: [f64; 1]| {
      %j: i64 = add %i, 1
      %k: i64 = add %i, %t
      %l: i64 = index %table[%i]
      %y: f64 = index %v[%i]
      %m: i64 = cast %y
      %w: [f64; 1] = if )" + condition + R"( {
        %z: [f64; 1] = update %v[)" + index + R"(] = 2.0
        yield %z
      } else {
        yield %v
      }
      yield %w
    }
    yield %q
  }
  return %b
})");
  return analysis::updatesTheSameElements(std::get<ir::Loop>(f.body.statements[0].op), 0);
}

TEST(InPlace, tripsMayUpdateTheSameElements) {
  EXPECT_TRUE(areTheSame("%i"));
  EXPECT_TRUE(areTheSame("%j"));
  EXPECT_TRUE(areTheSame("%l")) << "a table from outside";
  EXPECT_FALSE(areTheSame("%k")) << "the number of the trip is in the index";
  EXPECT_FALSE(areTheSame("%m")) << "the contents decide";
  EXPECT_FALSE(areTheSame("%i", "%t"));
  EXPECT_FALSE(areTheSame("%i", "%e")) << "an extent of what is carried may change, for all that is looked at";
  EXPECT_FALSE(areTheSame("%i", "%n", "%late"));
}

} // namespace
} // namespace soac::test
