// Loops that take the greatest or least of numbers, and reductions that also take its place.
#include "Check.h"

namespace soac::test {
namespace {

const double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

RuntimeValue numbers(std::vector<double> x) { return RuntimeValue::array(std::move(x)); }

/// A loop over numbers from y on, whose next value the text makes of %a and the number %x.
std::string loopOf(const std::string &step) {
  return R"(
func @f(%xs: [f64; 1], %n: i64, %y: f64) -> (f64) {
  %s: f64 = loop %n, (%y) |%i: i64, %a: f64| {
    %x: f64 = index %xs[%i]
)" + step + R"(
    yield %c
  }
  return %s
})";
}

void onManyNumbers(Passed &p) {
  for (const double y : {-infinity, 0.0, 2.5, infinity, nan})
    for (const std::vector<double> &xs : {std::vector<double>{}, {1, 3, 2}, {3, 3, -1}, {nan, 1, nan}, {-infinity}, {-7, -2, -infinity, -2}})
      p.on({numbers(xs), RuntimeValue::i64(static_cast<std::int64_t>(xs.size())), RuntimeValue::f64(y)});
}

TEST(Extremes, aLoopThatTakesTheGreatestOrLeastIsAReduction) {
  for (const char *step : {"%c: f64 = max %a, %x", "%c: f64 = min %a, %x", "%t: bool = lt %a, %x\n %c: f64 = if %t { yield %x } else { yield %a }",
                           "%t: bool = gt %x, %a\n %c: f64 = if %t { yield %x } else { yield %a }",
                           "%t: bool = lt %x, %a\n %c: f64 = if %t { yield %x } else { yield %a }",
                           "%t: bool = gt %a, %x\n %c: f64 = if %t { yield %x } else { yield %a }"}) {
    auto p = passed(loopOf(step), {"extremes"});
    EXPECT_EQ(p.count<ir::Loop>(), 0u) << p.text();
    EXPECT_EQ(p.count<ir::Reduce>(), 1u);
    onManyNumbers(p);
    auto after = passed(loopOf(step), {"sums"});
    EXPECT_EQ(after.count<ir::MapReduce>(), 1u) << after.text();
    onManyNumbers(after);
  }
}

/// From a number on, a NaN is passed over by all of these.
TEST(Extremes, fmaxFromANumberOnIsMax) {
  for (const char *join : {"fmax", "fmin"})
    for (const char *begin : {"0.5", "-inf", "%y"}) {
      std::string text = loopOf("%c: f64 = " + std::string(join) + " %a, %x");
      text.replace(text.find("(%y)"), 4, "(" + std::string(begin) + ")");
      auto p = passed(text, {"extremes"});
      EXPECT_EQ(p.count<ir::Reduce>(), begin[0] == '%' ? 0u : 1u) << p.text();
      onManyNumbers(p);
    }
}

TEST(Extremes, othersStay) {
  for (const char *step : {"%c: f64 = max %x, %a", // the last of equal ones
                           "%t: bool = le %a, %x\n %c: f64 = if %t { yield %x } else { yield %a }",
                           "%t: bool = lt %a, %x\n %c: f64 = if %t { yield %a } else { yield %x }",
                           "%t: bool = lt %a, %x\n %u: f64 = mul %x, 2.0\n %c: f64 = if %t { yield %u } else { yield %a }",
                           "%u: f64 = mul %a, %x\n %c: f64 = max %a, %u", "%c: f64 = add %a, %x"}) {
    auto p = passed(loopOf(step), {"extremes"});
    EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
    onManyNumbers(p);
  }
}

TEST(Extremes, withSumsAndCountsBelowZero) {
  auto p = passed(R"(
func @f(%xs: [f64; 1], %n: i64, %y: f64) -> (f64, f64, f64, f64) {
  %g: f64, %l: f64, %s: f64, %d: f64 = loop %n, (%y, %y, 0.0, %y) |%i: i64, %a: f64, %b: f64, %c: f64, %e: f64| {
    %x: f64 = index %xs[%i]
    %q: f64 = mul %x, %x
    %u: f64 = max %a, %q
    %v: f64 = min %b, %x
    %w: f64 = add %c, %q
    %z: f64 = sub %e, %x
    yield %u, %v, %w, %z
  }
  return %g, %l, %s, %d
})",
                  {"extremes"});
  EXPECT_EQ(p.count<ir::Loop>(), 0u) << p.text();
  p.on({numbers({1, -3, 2}), RuntimeValue::i64(3), RuntimeValue::f64(0.5)}, 1e-15);
  p.on({numbers({1, -3, 2}), RuntimeValue::i64(-1), RuntimeValue::f64(0.5)}, 1e-15);
}

TEST(Extremes, checkpointsThatTheUserAsksForStay) {
  auto p = passed(R"(
func @f(%xs: [f64; 1], %n: i64) -> (f64) {
  %s: f64 = loop %n, (0.0) stripmine(2) |%i: i64, %a: f64| {
    %x: f64 = index %xs[%i]
    %c: f64 = max %a, %x
    yield %c
  }
  return %s
})",
                  {"extremes"});
  EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
}

/// The greatest (`test`: lt) or least (gt) number and its place, from (v, q) on.
std::string placeOf(const std::string &test, const std::string &number, const std::string &term = "%x") {
  return R"(
func @f(%xs: [f64; 1], %v: f64, %q: i64) -> (f64, i64) {
  %n: i64 = extent %xs, 0
  %m: f64, %p: i64 = map_reduce %n, (%xs) |%i: i64, %x: f64| {
    %two: f64 = mul %x, %x
    %far: f64 = sin %x
    yield )" + term + R"(, %i
  } reduce (%v, %q) |%a: f64, %ap: i64, %b: f64, %bp: i64| {
    %c: bool = )" + test + R"( %a, %b
    %r: f64 = )" + number + R"(
    %s: i64 = select %c, %bp, %ap
    yield %r, %s
  }
  return %m, %p
})";
}

TEST(Places, areSearchedAfterwards) {
  for (const auto &[test, number] : {std::pair{"lt", "max %a, %b"}, {"lt", "select %c, %b, %a"}, {"gt", "min %a, %b"}, {"gt", "select %c, %b, %a"}}) {
    auto p = passed(placeOf(test, number), {"dce", "places"});
    EXPECT_EQ(p.count<ir::MapReduce>(), 2u) << p.text();
    for (const double v : {-infinity, infinity, 0.0, nan})
      for (const std::vector<double> &xs : {std::vector<double>{}, {1, 3, 2, 3}, {3, 3, -1, -1}, {nan, 1, nan}, {-infinity, infinity}, {0.0, -0.0}})
        p.on({numbers(xs), RuntimeValue::f64(v), RuntimeValue::i64(-1)}).on({numbers(xs), RuntimeValue::f64(v), RuntimeValue::i64(7)});
  }
}

TEST(Places, ofIotaAndArrays) {
  auto p = passed(R"(
func @f(%xs: [f64; 1]) -> (f64, i64) {
  %n: i64 = extent %xs, 0
  %places: [i64; 1] = iota %n
  %m: f64, %p: i64 = reduce %n, (%xs, %places), neutral (-inf, -1) |%a: f64, %ap: i64, %b: f64, %bp: i64| {
    %c: bool = lt %a, %b
    %r: f64 = max %a, %b
    %s: i64 = select %c, %bp, %ap
    yield %r, %s
  }
  return %m, %p
})",
                  {"places"});
  EXPECT_EQ(p.count<ir::Reduce>(), 0u) << p.text();
  p.on({numbers({1, 4, 4})}).on({numbers({})});
}

TEST(Places, othersStay) {
  // The last of equal ones, another operator, elements that cost more than to be read.
  for (const std::string &text : {placeOf("le", "select %c, %b, %a"), placeOf("lt", "add %a, %b"), placeOf("lt", "max %a, %b", "%far")}) {
    auto p = passed(text, {"dce", "places"});
    EXPECT_EQ(p.count<ir::MapReduce>(), 1u) << p.text();
  }
}

} // namespace
} // namespace soac::test
