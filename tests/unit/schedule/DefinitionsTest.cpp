// Where definitions run, and their faces.
#include "schedule/Definitions.h"

#include "unit/schedule/Scheduled.h"

namespace soac::test {
namespace {

std::vector<schedule::Definition> definitionsOf(llvm::StringRef text) { return schedule::definitionsOf(parsed(text)); }

// @inside is invoked in a map, @through by @inside; @shared in a map and in a loop; @outside in a loop alone.
constexpr const char *four = R"(
func @f(%n: i64, %x: f64) -> ([f64; 1], f64) {
  %ys: [f64; 1] = map %n, () |%i: i64| {
    %a: f64 = invoke 0 f64 (%x)
    %b: f64 = invoke 2 f64 (%a)
    yield %b
  }
  %r: f64 = loop %n, (%x) |%j: i64, %c: f64| {
    %d: f64 = invoke 2 f64 (%c)
    %e: f64 = invoke 3 f64 (%d, %n)
    yield %e
  }
  return %ys, %r
}
define @inside(%v: f64) -> (f64) {
  %s: f64 = invoke 1 f64 (%v)
  return %s
}
define @through(%v: f64) -> (f64) {
  %s: f64 = sin %v
  return %s
}
define @shared(%v: f64) -> (f64) {
  %s: f64 = cos %v
  return %s
}
define @outside(%v: f64, %n: i64) -> (f64) {
  %s: f64 = map_reduce %n, () |%j: i64| {
    %t: f64 = exp %v
    yield %t
  } reduce (0.0) |%a: f64, %b: f64| {
    %c: f64 = add %a, %b
    yield %c
  }
  return %s
})";

TEST(ScheduledDefinitions, areOutermostWhereNoMapInvokesThem) {
  const auto definitions = definitionsOf(four);
  ASSERT_EQ(definitions.size(), 4u);
  EXPECT_FALSE(definitions[0].isOutermost);
  EXPECT_FALSE(definitions[1].isOutermost);
  EXPECT_FALSE(definitions[2].isOutermost);
  EXPECT_TRUE(definitions[3].isOutermost);
}

TEST(ScheduledDefinitions, runOnThreadsWhereTheyAreOutermost) {
  const auto definitions = definitionsOf(four);
  ASSERT_EQ(definitions.size(), 4u);
  const interface::CxxFunction &face = definitions[3].face;
  const auto level = [&](bool isOutermost) {
    const schedule::Schedule decided(face, face.function, 0, isOutermost);
    return decided.levels.of(*decided.uses.definition(face.function.body.results[0])).level;
  };
  EXPECT_EQ(level(true), schedule::Level::Threads);
  EXPECT_EQ(level(false), schedule::Level::Sequential);
}

TEST(ScheduledDefinitions, giveNumbersByValueAndUpdateArraysWhereTheyAre) {
  const auto definitions = definitionsOf(R"(
func @f(%x: [f64; 1], %v: f64) -> ([f64; 1], f64) {
  %y: [f64; 1], %r: f64 = invoke 0 [f64; 1] f64 (%x, %v) update(0)
  return %y, %r
}
define @put(%x: [f64; 1], %v: f64) -> ([f64; 1], f64) {
  %y: [f64; 1] = update %x[0] = %v
  return %y, %v
})");
  ASSERT_EQ(definitions.size(), 1u);
  const interface::CxxFunction &face = definitions[0].face;
  ASSERT_EQ(face.parameters.size(), 2u);
  EXPECT_EQ(face.parameters[0].spelling, "auto &&");
  EXPECT_EQ(face.parameters[0].outputs, (llvm::SmallVector<int, 4>{0}));
  EXPECT_EQ(face.parameters[1].spelling, "double");
  EXPECT_EQ(face.result.spelling, "double");
}

} // namespace
} // namespace soac::test
