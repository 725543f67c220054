// The pass that counts while loops: several of them, one in the other, and what is read after them. Single loops are in
// tests/unit/analysis/CountedFormTest.cpp.
#include "Check.h"

namespace soac::test {
namespace {

void expectCounted(const Passed &p) {
  ir::forEachStatement(p.after.body, [&](const ir::Statement &s) {
    if (const auto *loop = std::get_if<ir::Loop>(&s.op)) {
      EXPECT_TRUE(loop->isCounted()) << p.text();
    }
  });
}

TEST(Count, innerLoopsFirst) {
  // The outer loop goes on by where the inner one ends, which is known when that is counted.
  Passed p = passed(R"(
func @f(%n: i64, %m: i64) -> (i64, i64) {
  %a: i64, %b: i64 = loop while (0, 0) |%c: i64, %d: i64| {
    %go: bool = lt %c, %n
    yield %go
  } do |%i: i64, %s: i64| {
    %end: i64 = add %i, 3
    %e: i64, %t: i64 = loop while (%i, %s) |%p: i64, %q: i64| {
      %on: bool = lt %p, %end
      yield %on
    } do |%j: i64, %u: i64| {
      %k: i64 = add %j, 1
      %x: i64 = mul %j, %j
      %v: i64 = add %u, %x
      yield %k, %v
    }
    %w: bool = gt %t, %m
    %r: i64 = if %w {
      %y: i64 = add %t, %e
      yield %y
    } else {
      yield %e
    }
    yield %e, %r
  }
  return %a, %b
})",
                    {"count"});
  expectCounted(p);
  for (const std::int64_t n : {0, 1, 7})
    p.on({RuntimeValue::i64(n), RuntimeValue::i64(5)});
}

TEST(Count, whatGrowsIsNoBound) {
  const Passed p = passed(R"(
func @f(%n: i64, %x: f64) -> (i64, [f64; 1]) {
  %xs: [f64; 1] = fill %x, [%n]
  %last: i64, %ys: [f64; 1] = loop while (0, %xs) |%j: i64, %zs: [f64; 1]| {
    %e: i64 = extent %zs, 0
    %c: bool = lt %j, %e
    yield %c
  } do |%i: i64, %vs: [f64; 1]| {
    %few: bool = lt %i, 2
    %k: i64 = select %few, 1, 0
    %y: [f64; 1] = fill %x, [%k]
    %ws: [f64; 1] = concat %vs, %y
    %z: i64 = add %i, 1
    yield %z, %ws
  }
  return %last, %ys
})",
                          {"count"});
  EXPECT_NE(p.text().find("while"), std::string::npos) << p.text();
}

TEST(Count, boundsAreCheckedTripByTrip) {
  const Passed p = passed(R"(
func @f(%n: i64) -> (i64) {
  %last: i64 = loop while (0) bound(9, "9") |%j: i64| {
    %c: bool = lt %j, %n
    yield %c
  } do |%i: i64| {
    %z: i64 = add %i, 1
    yield %z
  }
  return %last
})",
                          {"count"});
  EXPECT_NE(p.text().find("while"), std::string::npos) << p.text();
}

TEST(Count, claimsAreOfWhatIsStillCarried) {
  Passed p = passed(R"(
func @f(%n: i64, %x: f64) -> ([f64; 1]) {
  %xs: [f64; 1] = fill %x, [%n]
  %last: i64, %ys: [f64; 1] = loop while (0, %xs) no_false_dependencies(1) |%j: i64, %zs: [f64; 1]| {
    %c: bool = lt %j, %n
    yield %c
  } do |%i: i64, %vs: [f64; 1]| {
    %ws: [f64; 1] = update %vs[%i] = 2.5
    %z: i64 = add %i, 1
    yield %z, %ws
  }
  return %ys
})",
                    {"count"});
  expectCounted(p);
  EXPECT_NE(p.text().find("no_false_dependencies(0)"), std::string::npos) << p.text();
  p.on({RuntimeValue::i64(3), RuntimeValue::f64(0.7)});
}

} // namespace
} // namespace soac::test
