// Loops and branches after differentiation.
#include "Check.h"

namespace soac::test {
namespace {

TEST(Loops, aLoopThatSumsIsAReduction) {
  auto p = optimised(R"(
func @f(%xs: [f64; 1], %n: i64, %y: f64) -> (f64, f64, f64) {
  %s: f64, %t: f64, %r: f64 = loop %n, (%y, 0.0, %y) |%i: i64, %a: f64, %b: f64, %g: f64| {
    %x: f64 = index %xs[%i]
    %u: f64 = sin %x
    %c: f64 = add %a, %u
    %d: f64 = add %x, %b
    %h: f64 = sub %g, %x
    yield %c, %d, %h
  }
  return %s, %t, %r
})");
  p.on({RuntimeValue::array({1, 2, 3}), RuntimeValue::i64(3), RuntimeValue::f64(10)}, 1e-15)
      .on({RuntimeValue::array({}), RuntimeValue::i64(-3), RuntimeValue::f64(10)});
  EXPECT_EQ(p.count<ir::Loop>(), 0u) << p.text();
  EXPECT_EQ(p.count<ir::MapReduce>(), 1u);
}

TEST(Loops, aSubtractionFromATermIsNoSum) {
  auto p = optimised(R"(
func @f(%xs: [f64; 1], %n: i64, %y: f64) -> (f64) {
  %s: f64 = loop %n, (%y) |%i: i64, %a: f64| {
    %x: f64 = index %xs[%i]
    %c: f64 = sub %x, %a
    yield %c
  }
  return %s
})");
  p.on({RuntimeValue::array({1, 2, 3}), RuntimeValue::i64(3), RuntimeValue::f64(10)});
  EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
}

TEST(Loops, aLoopWhoseTermsReadTheSumStays) {
  auto p = optimised(R"(
func @f(%n: i64, %y: f64) -> (f64) {
  %s: f64 = loop %n, (%y) |%i: i64, %a: f64| {
    %u: f64 = sin %a
    %c: f64 = add %a, %u
    yield %c
  }
  return %s
})");
  p.on({RuntimeValue::i64(3), RuntimeValue::f64(1)});
  EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
}

TEST(Loops, aSumThatABlockGivesIsRead) {
  auto p = optimised(R"(
func @f(%n: i64, %y: f64, %z: bool) -> (f64, f64) {
  %s: f64, %t: f64 = loop %n, (%y, 0.0) |%i: i64, %a: f64, %b: f64| {
    %u: f64 = if %z { yield %a } else { yield 1.0 }
    %c: f64 = add %a, 2.0
    %d: f64 = add %b, %u
    yield %c, %d
  }
  return %s, %t
})");
  p.on({RuntimeValue::i64(3), RuntimeValue::f64(10), RuntimeValue::boolean(true)}).on({RuntimeValue::i64(3), RuntimeValue::f64(10), RuntimeValue::boolean(false)});
}

TEST(Loops, smallLoopsOverSmallArraysDissolve) {
  auto p = optimised(R"(
func @f(%x: f64) -> (f64) {
  %z: [f64; 1] = fill 0.0, [3]
  %a: [f64; 1] = loop 3, (%z) |%i: i64, %s: [f64; 1]| {
    %c: f64 = cast %i
    %p: f64 = mul %c, %x
    %t: [f64; 1] = update %s[%i] = %p
    yield %t
  }
  %u: f64 = index %a[1]
  %v: f64 = index %a[2]
  %w: f64 = mul %u, %v
  return %w
})");
  p.on({RuntimeValue::f64(1.5)});
  EXPECT_EQ(p.size(), p.count(prims::Prim::Mul)) << p.text();
}

TEST(Branches, cheapScalarsAreSelected) {
  auto p = optimised(R"(
func @f(%x: f64, %n: i64) -> (f64, i64) {
  %c: bool = lt %x, 0.0
  %r: f64 = if %c {
    %m: f64 = mul %x, %x
    yield %m
  } else {
    %s: f64 = stop_gradient %x
    yield %s
  }
  %d: bool = ne %n, 0
  %q: i64 = if %d {
    %e: i64 = div 6, %n
    yield %e
  } else { yield 0 }
  return %r, %q
})");
  p.on({RuntimeValue::f64(-2), RuntimeValue::i64(0)}).on({RuntimeValue::f64(2), RuntimeValue::i64(4)});
  EXPECT_EQ(p.count<ir::If>(), 1u) << "a division by zero must not be executed\n" << p.text();
  EXPECT_EQ(p.count(prims::Prim::Select), 1u);
  EXPECT_EQ(p.count(prims::Prim::StopGradient), 0u);
}

} // namespace
} // namespace soac::test
