// What leaves a loop, and what must not.
#include "Check.h"

namespace soac::test {
namespace {

/// How many statements stand in the function's outermost block.
std::size_t outside(const Passed &p) { return p.after.body.statements.size(); }

TEST(Hoist, invariantScalarsAndMapsLeaveLoops) {
  auto p = passed(R"(
func @f(%xs: [f64; 1], %y: f64, %n: i64) -> (f64) {
  %r: f64 = loop %n, (0.0) |%i: i64, %s: f64| {
    %e: f64 = exp %y
    %m: i64 = extent %xs, 0
    %zs: [f64; 1] = map %m, (%xs) |%j: i64, %x: f64| {
      %q: f64 = mul %y, %y
      %u: f64 = mul %x, %q
      yield %u
    }
    %t: f64 = reduce %m, (%zs), neutral (0.0) |%a: f64, %b: f64| {
      %c: f64 = add %a, %b
      yield %c
    }
    %v: f64 = mul %t, %e
    %w: f64 = add %s, %v
    yield %w
  }
  return %r
})",
                  {"hoist"});
  p.on({RuntimeValue::array({1, 2}), RuntimeValue::f64(3), RuntimeValue::i64(3)}).on({RuntimeValue::array({}), RuntimeValue::f64(3), RuntimeValue::i64(0)});
  EXPECT_EQ(outside(p), 7u) << p.text();
}

TEST(Hoist, whatMayFailStays) {
  auto p = passed(R"(
func @f(%xs: [f64; 1], %k: i64, %n: i64) -> (f64, i64) {
  %r: f64, %t: i64 = loop %n, (0.0, 0) |%i: i64, %s: f64, %d: i64| {
    %x: f64 = index %xs[%k]
    %q: i64 = div %n, %k
    %w: f64 = add %s, %x
    %e: i64 = add %d, %q
    yield %w, %e
  }
  return %r, %t
})",
                  {"hoist"});
  p.on({RuntimeValue::array({1, 2}), RuntimeValue::i64(1), RuntimeValue::i64(3)}).on({RuntimeValue::array({}), RuntimeValue::i64(0), RuntimeValue::i64(0)});
  EXPECT_EQ(outside(p), 1u) << p.text();
}

TEST(Hoist, readsInRangeLeaveInnerLoops) {
  auto p = passed(R"(
func @f(%xs: [f64; 1], %ys: [f64; 1]) -> ([f64; 2]) {
  %n: i64 = extent %xs, 0
  %m: i64 = extent %ys, 0
  %r: [f64; 2] = map %n, () |%i: i64| {
    %row: [f64; 1] = map %m, (%ys) |%j: i64, %y: f64| {
      %x: f64 = index %xs[%i]
      %z: f64 = mul %x, %y
      yield %z
    }
    yield %row
  }
  return %r
})",
                  {"hoist"});
  p.on({RuntimeValue::array({1, 2}), RuntimeValue::array({3, 4, 5})});
  EXPECT_EQ(std::get<ir::Map>(p.after.body.statements[2].op).fn.statements.size(), 2u) << p.text();
}

TEST(Hoist, branchesKeepWhatIsExpensive) {
  auto p = passed(R"(
func @f(%n: i64, %y: f64, %c: bool) -> (f64) {
  %r: f64 = loop %n, (0.0) |%i: i64, %s: f64| {
    %d: f64 = if %c {
      %e: f64 = exp %y
      %g: f64 = mul %y, %y
      %h: f64 = mul %e, %g
      yield %h
    } else { yield 0.0 }
    %w: f64 = add %s, %d
    yield %w
  }
  return %r
})",
                  {"hoist"});
  p.on({RuntimeValue::i64(3), RuntimeValue::f64(2), RuntimeValue::boolean(true)});
  // The product and the whole branch leave the loop, but not the exponential its branch.
  EXPECT_EQ(outside(p), 3u) << p.text();
}

TEST(Hoist, arraysThatAreUpdatedInPlaceStay) {
  auto p = passed(R"(
func @f(%n: i64, %xs: [f64; 1]) -> (f64) {
  %m: i64 = extent %xs, 0
  %r: f64 = loop %n, (0.0) |%i: i64, %s: f64| {
    %z: [f64; 1] = fill 0.0, [%m]
    %u: [f64; 1] = update %z[0] = %s
    %t: f64 = index %u[0]
    %w: f64 = add %t, 1.0
    yield %w
  }
  return %r
})",
                  {"hoist"});
  p.on({RuntimeValue::i64(3), RuntimeValue::array({1})});
  EXPECT_EQ(outside(p), 2u) << p.text();
}

} // namespace
} // namespace soac::test
