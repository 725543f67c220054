// What is active, through definitions.
#include "ad/Activity.h"

#include "support/Parsed.h"

namespace soac::test {
namespace {

using Reached = ad::ActivityMarks;

TEST(DefinitionActivity, resultsDependOnSomeArguments) {
  const ir::Function f = parsed(R"(
func @f(%x: f64, %y: f64) -> (f64, f64, i64, i64) {
  %a: f64, %b: f64, %c: i64, %d: i64 = invoke 0 f64 f64 i64 i64 (%x, %y)
  return %a, %b, %c, %d
}
define @parts(%x: f64, %y: f64) -> (f64, f64, i64, i64) {
  %a: f64 = sin %x
  %b: f64 = mul %x, %y
  %c: i64 = cast %y
  %isLess: bool = lt %x, %y
  %d: i64 = select %isLess, 1, 2
  return %a, %b, %c, %d
})");
  ad::DefinitionActivity definitions(f.definitions);
  EXPECT_EQ(definitions.reached({0, 0, false, false}), (Reached{{true, true, false, false}, {false, false, false, false}}));
  EXPECT_EQ(definitions.reached({0, 1, false, false}), (Reached{{false, true, false, false}, {false, false, true, false}}));
}

TEST(DefinitionActivity, integersStayThoseOfActiveValues) {
  const ir::Function f = parsed(R"(
func @f(%x: f64, %n: i64) -> (i64) {
  %k: i64 = invoke 0 i64 (%n)
  return %k
}
define @next(%n: i64) -> (i64) {
  %k: i64 = add %n, 1
  return %k
})");
  ad::DefinitionActivity definitions(f.definitions);
  EXPECT_EQ(definitions.reached({0, 0, true, false}), (Reached{{false}, {true}}));
  EXPECT_EQ(definitions.reached({0, 0, false, false}), (Reached{{false}, {false}}));
}

// The first two change places with every level, the third stays.
constexpr const char *mutual = R"(
func @f(%x: f64, %y: f64, %z: f64, %n: i64) -> (f64, f64) {
  %r: f64, %s: f64 = invoke 0 f64 f64 (%x, %y, %z, %n)
  return %r, %s
}
define @even(%x: f64, %y: f64, %z: f64, %n: i64) -> (f64, f64) {
  %isLast: bool = lt %n, 1
  %r: f64, %s: f64 = if %isLast {
    yield %x, %z
  } else {
    %m: i64 = sub %n, 1
    %a: f64, %b: f64 = invoke 1 f64 f64 (%x, %y, %z, %m)
    yield %a, %b
  }
  return %r, %s
}
define @odd(%x: f64, %y: f64, %z: f64, %n: i64) -> (f64, f64) {
  %m: i64 = sub %n, 1
  %a: f64, %b: f64 = invoke 0 f64 f64 (%y, %x, %z, %m)
  return %a, %b
})";

TEST(DefinitionActivity, recursionSettles) {
  const ir::Function f = parsed(mutual);
  for (const unsigned definition : {0u, 1u}) {
    ad::DefinitionActivity definitions(f.definitions);
    for (const unsigned argument : {0u, 1u})
      EXPECT_EQ(definitions.reached({definition, argument, false, false}), (Reached{{true, false}, {false, false}}));
    EXPECT_EQ(definitions.reached({definition, 2, false, false}), (Reached{{false, true}, {false, false}}));
  }
}

TEST(Activity, ofADifferentiatedBlockFollowsDefinitions) {
  const ir::Function f = parsed(mutual);
  ad::DefinitionActivity definitions(f.definitions);
  const ad::Activity activity = ad::Activity::of(f, {{false, false, true}, {}}, definitions);
  EXPECT_FALSE(activity.isActive(f.body.results[0]));
  EXPECT_TRUE(activity.isActive(f.body.results[1]));
}

} // namespace
} // namespace soac::test
