// Elements that the trip before has written: carried_elements.
#include "Check.h"

namespace soac::test {
namespace {

/// %n trips in which `body` makes %b of %a; %j is %i + 1, %k is %i + 2 and %d is some element's place.
std::string loop(const std::string &body) {
  return R"(
func @f(%x: [f64; 1], %n: i64, %d: i64) -> ([f64; 1]) {
  %r: [f64; 1] = loop %n, (%x) |%i: i64, %a: [f64; 1]| {
    %j: i64 = add %i, 1
    %k: i64 = add %i, 2
    %p: i64 = sub %n, %i
    %q: i64 = sub %p, 1
)" + body +
         R"(
    yield %b
  }
  return %r
}
)";
}

Passed carried(const std::string &text) {
  Passed p = passed(text, {"carried_elements", "dce"});
  for (const std::int64_t d : {0, 2, 5})
    for (const std::int64_t n : {1, 2, 5})
      p.on({RuntimeValue::array({0.5, -1, 2, 0.25, 3, -0.5, 1.5}), RuntimeValue::i64(n), RuntimeValue::i64(d)});
  p.on({RuntimeValue::array({}), RuntimeValue::i64(0), RuntimeValue::i64(0)});
  return p;
}
/// The reads that the trips of the loop still make.
std::size_t reads(const std::string &body) {
  const Passed p = carried(loop(body));
  std::size_t count = 0;
  ir::forEachStatement(p.after.body, [&](const ir::Statement &s) {
    if (const auto *l = std::get_if<ir::Loop>(&s.op))
      count += llvm::count_if(l->body.statements,
                              [](const ir::Statement &inner) { return std::holds_alternative<ir::Index>(inner.op); });
  });
  return count;
}

const std::string sine = "    %z: f64 = sin %y\n";

TEST(CarriedElements, ofRecurrences) {
  EXPECT_EQ(reads("    %y: f64 = index %a[%i]\n" + sine + "    %b: [f64; 1] = update %a[%j] = %z\n"), 0u);
  EXPECT_EQ(reads("    %y: f64 = index %a[%p]\n" + sine + "    %b: [f64; 1] = update %a[%q] = %z\n"), 0u);
}

/// A trip changes two neighbours, the left one first or last.
TEST(CarriedElements, besideOtherElements) {
  const std::string left = "    %l: f64 = index %a[%i]\n    %h: f64 = mul %l, 0.5\n";
  EXPECT_EQ(reads(left + "    %e: [f64; 1] = update %a[%j] = %h\n    %y: f64 = index %e[%i]\n" + sine +
                  "    %b: [f64; 1] = update %e[%i] = %z\n"),
            1u);
  EXPECT_EQ(reads("    %l: f64 = index %a[%q]\n    %h: f64 = mul %l, 0.5\n    %e: [f64; 1] = update %a[%q] = %h\n"
                  "    %y: f64 = index %e[%p]\n    %z: f64 = add %y, %l\n    %b: [f64; 1] = update %e[%p] = %z\n"),
            1u);
}

/// The element at %d may be the one that is read.
TEST(CarriedElements, notBesideAnyElements) {
  EXPECT_EQ(reads("    %y: f64 = index %a[%i]\n" + sine +
                  "    %e: [f64; 1] = update %a[%j] = %z\n    %b: [f64; 1] = update %e[%d] = 7.0\n"),
            1u);
  EXPECT_EQ(reads("    %e: [f64; 1] = update %a[%d] = 7.0\n    %y: f64 = index %e[%i]\n" + sine +
                  "    %b: [f64; 1] = update %e[%j] = %z\n"),
            1u);
}

TEST(CarriedElements, notOfEarlierTrips) {
  EXPECT_EQ(reads("    %y: f64 = index %a[%i]\n" + sine + "    %b: [f64; 1] = update %a[%k] = %z\n"), 1u);
  EXPECT_EQ(reads("    %y: f64 = index %a[%j]\n" + sine + "    %b: [f64; 1] = update %a[%i] = %z\n"), 1u);
  EXPECT_EQ(reads("    %y: f64 = index %a[%d]\n" + sine + "    %b: [f64; 1] = update %a[%j] = %z\n"), 1u);
}

/// What a trip reads behind its own update is not what the trip before has written.
TEST(CarriedElements, notOfTheSameTrip) {
  EXPECT_EQ(reads("    %e: [f64; 1] = update %a[%i] = 0.5\n    %y: f64 = index %e[%i]\n" + sine +
                  "    %b: [f64; 1] = update %e[%j] = %z\n"),
            1u);
}

TEST(CarriedElements, ofRows) {
  Passed p = passed(R"(
func @f(%x: [f64; 2], %n: i64, %m: i64) -> ([f64; 2]) {
  %r: [f64; 2] = loop %n, (%x) |%i: i64, %a: [f64; 2]| {
    %j: i64 = add %i, 1
    %y: f64 = index %a[%m, %i]
    %z: f64 = sin %y
    %b: [f64; 2] = update %a[%m, %j] = %z
    yield %b
  }
  return %r
}
)",
                    {"carried_elements", "dce"});
  p.on({RuntimeValue::array({0.5, -1, 2, 0.25, 3, -0.5}, {2, 3}), RuntimeValue::i64(2), RuntimeValue::i64(1)});
  EXPECT_EQ(p.count<ir::If>(), 1u) << p.text();
}

} // namespace
} // namespace soac::test
