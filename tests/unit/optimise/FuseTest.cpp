// What becomes one kernel, and what must stay apart.
#include "Check.h"

namespace soac::test {
namespace {

TEST(Fuse, sumOfMapBecomesOneMapReduce) {
  auto p = optimised(R"(
func @f(%xs: [f64; 1], %ys: [f64; 1]) -> (f64) {
  %n: i64 = extent %xs, 0
  %p: [f64; 1] = map %n, (%xs, %ys) |%i: i64, %x: f64, %y: f64| {
    %z: f64 = mul %x, %y
    yield %z
  }
  %q: [f64; 1] = map %n, (%p) |%j: i64, %v: f64| {
    %w: f64 = exp %v
    yield %w
  }
  %s: f64 = reduce %n, (%q), neutral (0.0) |%a: f64, %b: f64| {
    %c: f64 = add %a, %b
    yield %c
  }
  return %s
})");
  p.on({RuntimeValue::array({1, 2, 3}), RuntimeValue::array({0.5, 0.25, 0})});
  EXPECT_EQ(p.count<ir::MapReduce>(), 1u) << p.text();
  EXPECT_EQ(p.count<ir::Map>(), 0u);
}

TEST(Fuse, nestsFuseAtEveryLevel) {
  auto p = optimised(R"(
func @f(%xs: [f64; 2]) -> (f64) {
  %n: i64 = extent %xs, 0
  %m: i64 = extent %xs, 1
  %p: [f64; 2] = map %n, (%xs) |%i: i64, %row: [f64; 1]| {
    %t: [f64; 1] = map %m, (%row) |%j: i64, %x: f64| {
      %y: f64 = sin %x
      yield %y
    }
    yield %t
  }
  %q: [f64; 1] = map %n, (%p) |%k: i64, %r: [f64; 1]| {
    %l: i64 = extent %r, 0
    %s: f64 = reduce %l, (%r), neutral (0.0) |%a: f64, %b: f64| {
      %c: f64 = add %a, %b
      yield %c
    }
    yield %s
  }
  %u: f64 = reduce %n, (%q), neutral (1.0) |%d: f64, %e: f64| {
    %g: f64 = mul %d, %e
    yield %g
  }
  return %u
})");
  p.on({RuntimeValue::array({1, 2, 3, 4, 5, 6}, {2, 3})});
  EXPECT_EQ(p.count<ir::MapReduce>(), 2u) << p.text();
  EXPECT_EQ(p.count<ir::Map>() + p.count<ir::Reduce>(), 0u) << p.text();
}

TEST(Fuse, aResultThatOthersNeedIsStoredToo) {
  auto p = optimised(R"(
func @f(%xs: [f64; 1]) -> ([f64; 1], f64) {
  %n: i64 = extent %xs, 0
  %p: [f64; 1] = map %n, (%xs) |%i: i64, %x: f64| {
    %z: f64 = exp %x
    yield %z
  }
  %s: f64 = reduce %n, (%p), neutral (0.0) |%a: f64, %b: f64| {
    %c: f64 = add %a, %b
    yield %c
  }
  return %p, %s
})");
  p.on({RuntimeValue::array({1, 2, 3})});
  EXPECT_EQ(p.count<ir::MapReduce>(), 1u) << p.text();
  EXPECT_EQ(p.count(prims::Prim::Exp), 1u) << p.text();
}

TEST(Fuse, readsElsewhereKeepTheKernelsApart) {
  auto p = optimised(R"(
func @f(%xs: [f64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %xs, 0
  %p: [f64; 1] = map %n, (%xs) |%i: i64, %x: f64| {
    %z: f64 = exp %x
    yield %z
  }
  %l: i64 = sub %n, 1
  %q: [f64; 1] = map %n, (%p) |%j: i64, %v: f64| {
    %k: i64 = sub %l, %j
    %w: f64 = index %p[%k]
    %u: f64 = mul %v, %w
    yield %u
  }
  return %q
})");
  p.on({RuntimeValue::array({1, 2, 3})});
  EXPECT_EQ(p.count<ir::Map>(), 2u) << p.text();
}

TEST(Fuse, reductionsOfOneArrayShareItsReading) {
  auto p = optimised(R"(
func @f(%xs: [f64; 1]) -> (f64, f64) {
  %n: i64 = extent %xs, 0
  %s: f64 = reduce %n, (%xs), neutral (0.0) |%a: f64, %b: f64| {
    %c: f64 = add %a, %b
    yield %c
  }
  %p: [f64; 1] = map %n, (%xs) |%i: i64, %x: f64| {
    %z: f64 = mul %x, %x
    yield %z
  }
  %t: f64 = reduce %n, (%p), neutral (0.0) |%d: f64, %e: f64| {
    %g: f64 = add %d, %e
    yield %g
  }
  return %s, %t
})");
  p.on({RuntimeValue::array({1, 2, 3})});
  EXPECT_EQ(p.count<ir::MapReduce>(), 1u) << p.text();
}

TEST(Fuse, aKernelThatNeedsTheOthersSumWaits) {
  auto p = optimised(R"(
func @f(%xs: [f64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %xs, 0
  %p: [f64; 1] = map %n, (%xs) |%i: i64, %x: f64| {
    %z: f64 = exp %x
    yield %z
  }
  %s: f64 = reduce %n, (%p), neutral (0.0) |%a: f64, %b: f64| {
    %c: f64 = add %a, %b
    yield %c
  }
  %q: [f64; 1] = map %n, (%p) |%j: i64, %v: f64| {
    %w: f64 = div %v, %s
    yield %w
  }
  return %q
})");
  p.on({RuntimeValue::array({1, 2, 3})}, 1e-15);
  EXPECT_EQ(p.count<ir::MapReduce>(), 1u) << p.text();
  EXPECT_EQ(p.count<ir::Map>(), 1u) << p.text();
  EXPECT_EQ(p.count(prims::Prim::Exp), 1u) << p.text();
}

TEST(Fuse, nothingMovesOverAnUpdateOfWhatItReads) {
  auto p = optimised(R"(
func @f(%n: i64, %y: f64) -> (f64, [f64; 1]) {
  %xs: [f64; 1] = map %n, () |%i: i64| {
    %r: f64 = cast %i
    yield %r
  }
  %p: [f64; 1] = map %n, (%xs) |%k: i64, %x: f64| {
    %z: f64 = mul %x, %x
    yield %z
  }
  %u: [f64; 1] = update %xs[0] = %y
  %s: f64 = reduce %n, (%p), neutral (0.0) |%a: f64, %b: f64| {
    %c: f64 = add %a, %b
    yield %c
  }
  return %s, %u
})");
  p.on({RuntimeValue::i64(4), RuntimeValue::f64(7)});
}

} // namespace
} // namespace soac::test
