#include "analysis/Shapes.h"

#include "support/Parsed.h"

namespace soac::test {
namespace {

TEST(Shapes, extentsFollowFromWhatArraysAreMadeOf) {
  const ir::Function f = parsed(R"(
func @f(%a: [f64; 2], %n: i64, %v: f64) -> ([f64; 2], [f64; 2], [f64; 3]) {
  %m: i64 = extent %a, 1
  %t: [f64; 2] = rearrange %a, (1, 0)
  %b: [f64; 2] = fill %v, [%n, %m]
  %row: [f64; 1] = index %a[0]
  %c: [f64; 3] = fill %row, [%n, %n]
  %d: [f64; 2] = concat %b, %a
  %s: [f64; 2] = slice %b, start 0, count %n, step 1
  return %t, %s, %c
})");
  analysis::Shapes shapes(f);
  const auto of = [&](const char *name, unsigned d) { return shapes.of(named(f, name), d); };
  const auto scalar = [&](const char *name) { return shapes.ofScalar(named(f, name)); };
  EXPECT_EQ(scalar("m"), of("a", 1));
  EXPECT_EQ(of("t", 0), of("a", 1));
  EXPECT_EQ(of("t", 1), of("a", 0));
  EXPECT_EQ(of("b", 0), scalar("n"));
  EXPECT_EQ(of("b", 1), of("a", 1));
  EXPECT_EQ(of("c", 2), of("a", 1));
  EXPECT_NE(of("d", 0), of("b", 0));
  EXPECT_EQ(of("d", 1), of("b", 1));
  EXPECT_TRUE(shapes.sameShape(named(f, "s"), named(f, "b")));
  EXPECT_FALSE(shapes.sameShape(named(f, "a"), named(f, "b")));
  EXPECT_EQ(shapes.origin(of("t", 0)).value, named(f, "a"));
  EXPECT_EQ(shapes.origin(of("t", 0)).dimension, 1);
  EXPECT_EQ(shapes.origin(of("c", 0)).value, named(f, "n"));
}

TEST(Shapes, carriedArraysKeepThemWhereTheBodyDoes) {
  const ir::Function f = parsed(R"(
func @f(%n: i64, %xs: [f64; 1], %ys: [f64; 1], %zs: [f64; 1]) -> ([f64; 1], [f64; 1], [f64; 1]) {
  %r: [f64; 1], %s: [f64; 1], %t: [f64; 1] = loop %n, (%xs, %ys, %zs) |%i: i64, %a: [f64; 1], %b: [f64; 1], %c: [f64; 1]| {
    %d: [f64; 1] = update %a[%i] = 1.0
    %e: [f64; 1] = concat %b, %b
    yield %d, %e, %b
  }
  return %r, %s, %t
})");
  analysis::Shapes shapes(f);
  const auto of = [&](const char *name) { return shapes.of(named(f, name), 0); };
  EXPECT_EQ(of("r"), of("xs"));
  EXPECT_EQ(of("d"), of("xs"));
  EXPECT_NE(of("s"), of("ys"));
  EXPECT_NE(of("b"), of("ys"));
  EXPECT_NE(of("t"), of("zs"));
  EXPECT_NE(of("s"), of("t"));
}

TEST(Shapes, aCheckOfTheBodyCounts) {
  const char *const program = R"(
func @f(%n: i64, %xs: [f64; 1]) -> ([f64; 1]) {
  %r: [f64; 1] = loop %n, (%xs) |%i: i64, %a: [f64; 1]| {
    %e: [f64; 1] = concat %a, %a
    %m: i64 = extent %e, 0
    %k: i64 = extent %a, 0
    %c: bool = eq %m, %k
    check %c, "another shape"
    yield %e
  }
  return %r
})";
  const ir::Function f = parsed(program);
  analysis::Shapes shapes(f);
  EXPECT_TRUE(shapes.sameShape(named(f, "r"), named(f, "xs")));
}

TEST(Shapes, aCheckInFrontOfTheLoopCounts) {
  const auto keepsShape = [](const std::string &condition, const std::string &count) {
    const ir::Function f = parsed(R"(
func @f(%x: [f64; 1], %n: i64, %m: i64, %s: i64) -> ([f64; 1], [f64; 1]) {
  %e: i64 = extent %x, 0
  %z: [f64; 1] = fill 0.0, [%n]
  %same: bool = eq %n, %e
  %none: bool = le %s, 0
  %either: bool = or %none, %same
  %other: bool = or %same, %none
  check )" + condition + R"(, "another shape"
  %a: [f64; 1], %b: [f64; 1] = loop )" + count + R"(, (%x, %z) |%i: i64, %p: [f64; 1], %q: [f64; 1]| {
    yield %q, %p
  }
  return %a, %b
})");
    analysis::Shapes shapes(f);
    return shapes.of(f.body.results[0]) == shapes.of(f.body.parameters[0]);
  };
  for (const char *condition : {"%same", "%either", "%other"})
    EXPECT_TRUE(keepsShape(condition, "%s")) << condition;
  EXPECT_TRUE(keepsShape("%same", "%m"));
  EXPECT_FALSE(keepsShape("%either", "%m")) << "of another count";
  EXPECT_FALSE(keepsShape("%none", "%s"));
}

TEST(Shapes, numbersLeaveBlocksThroughResults) {
  const ir::Function f = parsed(R"(
func @f(%n: i64, %c: bool, %k: i64, %xs: [f64; 1]) -> ([f64; 2], [f64; 1]) {
  %r: [f64; 2] = map %n, () |%i: i64| {
    %m: i64 = mul %k, 2
    %row: [f64; 1] = fill 0.0, [%m]
    yield %row
  }
  %q: [f64; 1] = if %c {
    yield %xs
  } else {
    %p: [f64; 1] = fill 1.0, [%n]
    yield %p
  }
  return %r, %q
})");
  analysis::Shapes shapes(f);
  const analysis::Dim inner = shapes.of(named(f, "r"), 1);
  EXPECT_EQ(inner, shapes.ofScalar(named(f, "m")));
  EXPECT_EQ(shapes.origin(inner).value, named(f, "m"));
  ASSERT_EQ(shapes.allOrigins(inner).size(), 2u);
  EXPECT_EQ(shapes.allOrigins(inner)[1].value, named(f, "r"));
  EXPECT_EQ(shapes.allOrigins(inner)[1].dimension, 1);
  EXPECT_NE(shapes.of(named(f, "q"), 0), shapes.of(named(f, "xs"), 0));
  EXPECT_NE(shapes.of(named(f, "q"), 0), shapes.ofScalar(named(f, "n")));
}

} // namespace
} // namespace soac::test
