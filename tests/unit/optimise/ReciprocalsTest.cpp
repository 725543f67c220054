// Which quotients of seeds become products with a reciprocal, and that they are zero, infinite or not a number for the
// same operands.
#include "Check.h"

#include <limits>

namespace soac::test {
namespace {

using prims::Prim;

constexpr double infinity = std::numeric_limits<double>::infinity(), none = std::numeric_limits<double>::quiet_NaN();

Passed reciprocals(const char *text) { return passed(text, {"reciprocals"}); }

constexpr const char *twice = R"(
func @f(%x: f64, %y: f64, %d: f64) -> (f64, f64) {
  %a: f64 = seed_div %x, %d
  %b: f64 = seed_div %y, %d
  return %a, %b
})";

TEST(Reciprocals, oneForTwoQuotients) {
  auto p = reciprocals(twice);
  EXPECT_EQ(p.count(Prim::SeedDiv), 0u) << p.text();
  EXPECT_EQ(p.count(Prim::SeedMul), 2u) << p.text();
  EXPECT_EQ(p.count(Prim::Div), 1u) << p.text();
  p.on({RuntimeValue::f64(2), RuntimeValue::f64(-5), RuntimeValue::f64(3)}, 1e-15);
}

TEST(Reciprocals, polesAndSeedsOfZeroStayWhatTheyAre) {
  auto p = reciprocals(twice);
  auto q = passed(twice, {"reciprocals", "strong_zeros", "simplify"});
  for (const double d : {0.0, -0.0, infinity, -infinity, none, 0.5, 1e300, 1e-300})
    for (const double x : {0.0, -3.0, infinity, none})
      for (Passed *each : {&p, &q})
        each->on({RuntimeValue::f64(x), RuntimeValue::f64(1), RuntimeValue::f64(d)}, 1e-15);
}

// 1 / d is infinite.
TEST(Reciprocals, seedsOfZeroAreZeroWhereTheReciprocalOverflows) {
  auto p = passed(R"(
func @f(%x: f64, %y: f64, %d: f64) -> (f64, f64) {
  %c: bool = ne %d, 0.0
  %r: f64, %s: f64 = if %c {
    %a: f64 = seed_div %x, %d
    %b: f64 = seed_div %y, %d
    yield %a, %b
  } else {
    yield %x, %y
  }
  return %r, %s
})",
                  {"reciprocals", "strong_zeros", "simplify"});
  EXPECT_EQ(p.count(Prim::SeedMul), 2u) << p.text();
  p.on({RuntimeValue::f64(0), RuntimeValue::f64(1), RuntimeValue::f64(1e-310)});
}

TEST(Reciprocals, farFromZeroNoGuardIsLeft) {
  auto p = passed(R"(
func @f(%x: f64, %y: f64, %z: f64) -> (f64, f64) {
  %q: f64 = mul %z, %z
  %d: f64 = add %q, 1e-9
  %a: f64 = seed_div %x, %d
  %b: f64 = seed_div %y, %d
  return %a, %b
})",
                  {"reciprocals", "strong_zeros"});
  EXPECT_EQ(p.count(Prim::SeedMul) + p.count(Prim::SeedDiv), 0u) << p.text();
  EXPECT_EQ(p.count(Prim::Div), 1u) << p.text();
  p.on({RuntimeValue::f64(0), RuntimeValue::f64(2), RuntimeValue::f64(0)}, 1e-15);
}

TEST(Reciprocals, thoseOfTheProgramAreTaken) {
  auto p = reciprocals(R"(
func @f(%x: f64, %y: f64, %d: f64) -> (f64, f64, f64, f64) {
  %before: f64 = seed_div %y, %x
  %c: bool = gt %y, 0.0
  %s: f64 = if %c {
    %own: f64 = div 1.0, %x
    yield %own
  } else {
    yield %y
  }
  %r: f64 = div 1.0, %d
  %t: f64 = div %x, %y
  %a: f64 = seed_div %x, %d
  %b: f64 = seed_div %t, %y
  %q: f64 = if %c {
    %inner: f64 = seed_div %r, %d
    yield %inner
  } else {
    yield %r
  }
  %u: f64 = add %before, %s
  %v: f64 = add %a, %q
  return %u, %v, %b, %r
})");
  EXPECT_EQ(p.count(Prim::SeedMul), 2u) << p.text();
  EXPECT_EQ(p.count(Prim::SeedDiv), 2u) << "none is there yet, or only in a branch:\n" << p.text();
  EXPECT_EQ(p.count(Prim::Div), 3u) << p.text();
  for (const double y : {3.0, -0.5})
    p.on({RuntimeValue::f64(2), RuntimeValue::f64(y), RuntimeValue::f64(7)}, 1e-15);
}

// As of the norm r in 1 / r, of which the tangent comes first.
TEST(Reciprocals, thoseBehindAQuotientMoveInFrontOfIt) {
  auto p = reciprocals(R"(
func @f(%x: f64, %y: f64, %d: f64, %c: bool) -> (f64, f64, f64, f64) {
  %a: f64 = seed_div %x, %d
  %b: f64 = if %c {
    %inner: f64 = seed_div %x, %y
    yield %inner
  } else {
    yield %a
  }
  %s: f64 = div 1.0, %x
  %r: f64 = div 1.0, %d
  %q: f64 = div 1.0, %y
  %e: f64 = mul %q, %s
  return %a, %b, %r, %e
})");
  EXPECT_EQ(p.count(Prim::SeedMul), 2u) << p.text();
  EXPECT_EQ(p.count(Prim::SeedDiv), 0u) << p.text();
  EXPECT_EQ(p.count(Prim::Div), 3u) << p.text();
  for (const bool c : {true, false})
    p.on({RuntimeValue::f64(2), RuntimeValue::f64(3), RuntimeValue::f64(7), RuntimeValue::boolean(c)}, 1e-15);
}

TEST(Reciprocals, quotientsOfTheProgramStay) {
  auto p = reciprocals(R"(
func @f(%x: f64, %y: f64, %d: f64) -> (f64, f64, f64) {
  %a: f64 = div %x, %d
  %b: f64 = div %y, %d
  %c: f64 = seed_div %y, %d
  return %a, %b, %c
})");
  EXPECT_EQ(p.count(Prim::Div), 2u) << p.text();
  EXPECT_EQ(p.count(Prim::SeedDiv), 1u) << p.text();
}

TEST(Reciprocals, ofFloatsAndNotOfConstants) {
  auto p = reciprocals(R"(
func @f(%x: f32, %y: f32, %d: f32) -> (f32, f32, f32, f32) {
  %a: f32 = seed_div %x, %d
  %b: f32 = seed_div %y, f32:3.0
  %c: f32 = seed_div %x, f32:3.0
  %e: f32 = seed_div %y, %d
  return %a, %b, %c, %e
})");
  EXPECT_EQ(p.count(Prim::SeedDiv), 2u) << p.text();
  EXPECT_EQ(p.count(Prim::Div), 1u) << p.text();
  p.on({RuntimeValue::f32(2), RuntimeValue::f32(1), RuntimeValue::f32(7)}, 1e-6);
}

// Each arm has one quotient: no more than one is computed.
TEST(Reciprocals, branchesWithOneQuotientEachStay) {
  auto p = reciprocals(R"(
func @f(%x: f64, %c: bool, %d: f64) -> (f64) {
  %r: f64 = if %c {
    %a: f64 = seed_div %x, %d
    yield %a
  } else {
    %b: f64 = seed_div 2.0, %d
    yield %b
  }
  return %r
})");
  EXPECT_EQ(p.count(Prim::SeedDiv), 2u) << p.text();
}

TEST(Reciprocals, inTheArmThatHasTheQuotients) {
  auto p = reciprocals(R"(
func @f(%x: f64, %c: bool, %d: f64) -> (f64) {
  %r: f64 = if %c {
    %a: f64 = seed_div %x, %d
    %b: f64 = seed_div %a, %d
    %e: f64 = seed_div %b, %d
    %g: f64 = seed_div 2.0, %d
    %s: f64 = add %e, %g
    yield %s
  } else {
    yield %x
  }
  return %r
})");
  ASSERT_EQ(p.after.body.statements.size(), 1u) << p.text();
  EXPECT_EQ(p.count(Prim::Div), 1u) << p.text();
  for (const bool c : {false, true})
    p.on({RuntimeValue::f64(3), RuntimeValue::boolean(c), RuntimeValue::f64(7)}, 1e-15);
}

constexpr const char *loop = R"(
func @f(%xs: [f64; 1], %n: i64, %d: f64) -> (f64) {
  %r: f64 = loop TRIPS, (0.0) |%i: i64, %s: f64| {
    %x: f64 = index %xs[%i]
    %a: f64 = seed_div %x, DIVISOR
    %t: f64 = add %s, %a
    yield %t
  }
  return %r
})";
Passed ofLoop(std::string trips, std::string divisor) {
  std::string text = loop;
  text.replace(text.find("TRIPS"), 5, trips);
  text.replace(text.find("DIVISOR"), 7, divisor);
  auto p = reciprocals(text.c_str());
  p.on({RuntimeValue::array({1, 2, 3}), RuntimeValue::i64(3), RuntimeValue::f64(7)}, 1e-15);
  return p;
}

TEST(Reciprocals, inFrontOfALoopThatDividesByANumberFromOutside) {
  const auto p = ofLoop("%n", "%d");
  EXPECT_EQ(p.count(Prim::SeedDiv), 0u) << p.text();
  EXPECT_EQ(p.after.body.statements.size(), 2u) << p.text();
}

TEST(Reciprocals, notForOneTripNorForNumbersOfTheTrip) {
  EXPECT_EQ(ofLoop("1", "%d").count(Prim::SeedDiv), 1u);
  EXPECT_EQ(ofLoop("%n", "%x").count(Prim::SeedDiv), 1u);
}

// In front of the first quotient, and behind what it divides by.
TEST(Reciprocals, standsBehindTheDivisor) {
  auto p = reciprocals(R"(
func @f(%x: f64, %y: f64) -> (f64, f64, f64) {
  %a: f64 = seed_div %x, %y
  %d: f64 = sqrt %y
  %b: f64 = seed_div %x, %d
  %e: f64 = seed_div %a, %y
  %c: f64 = seed_div %b, %d
  return %b, %c, %e
})");
  EXPECT_EQ(p.count(Prim::SeedDiv), 0u) << p.text();
  EXPECT_EQ(p.count(Prim::Div), 2u) << p.text();
  p.on({RuntimeValue::f64(3), RuntimeValue::f64(7)}, 1e-15);
}

TEST(Reciprocals, strictMathKeepsQuotients) {
  const ir::Function f = parsed(twice);
  optimise::RunOptions strict;
  strict.isStrictMath = true;
  const Passed p{f, optimise::optimise(f, strict)}, q{f, optimise::optimise(f)};
  EXPECT_EQ(p.count(Prim::SeedDiv), 2u) << p.text();
  EXPECT_EQ(q.count(Prim::SeedDiv), 0u) << q.text();
}

} // namespace
} // namespace soac::test
