// The pass that makes one loop of two with work in common.
#include "Check.h"

namespace soac::test {
namespace {

/// Sines of x, and a loop that adds what it makes of `second`, a scalar of its body.
Passed fused(const std::string &second, const std::string &array = "%x", const std::string &more = "") {
  Passed p = passed(R"(
func @f(%n: i64, %x: [f64; 1], %a: [f64; 1], %u: [f64; 1]) -> ([f64; 1], [f64; 1]) {
  %b: [f64; 1] = loop %n, (%a) |%i: i64, %p: [f64; 1]| {
    %y: f64 = index %x[%i]
    %z: f64 = sin %y
    %q: [f64; 1] = update %p[%i] = %z
    yield %q
  }
)" + more + R"(
  %c: [f64; 1] = with_accumulators (%u) |%v: acc [f64; 1]| {
    loop %n, () |%j: i64| {
      %r: f64 = index )" + array + R"([%j]
      %s: f64 = )" + second + R"(
      accumulate %v[%j] += %s
      yield
    }
    yield
  }
  return %b, %c
})",
                    {"fuse_nests", "cse"});
  for (std::int64_t n : {0, 1, 3})
    p.on({RuntimeValue::i64(n), RuntimeValue::array({1, 2, 3}), RuntimeValue::array({4, 5, 6}), RuntimeValue::array({7, 8, 9})});
  return p;
}

TEST(NestFusion, computesOnceWhatBothNeed) {
  const Passed p = fused("sin %r");
  EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
  EXPECT_EQ(p.count(prims::Prim::Sin), 1u);
}

TEST(NestFusion, loopsWithoutWorkInCommonStay) {
  EXPECT_EQ(fused("cos %r").count<ir::Loop>(), 2u);
  EXPECT_EQ(fused("sin %r", "%u").count<ir::Loop>(), 2u) << "of other numbers";
}

TEST(NestFusion, loopsThatNeedTheOtherStay) {
  EXPECT_EQ(fused("sin %r", "%b").count<ir::Loop>(), 2u);
  EXPECT_EQ(fused("sin %r", "%a").count<ir::Loop>(), 2u) << "the first loop changes it in place";
}

/// A sum of sines, and a loop that adds to `added`, and may carry what `carried` says.
Passed fusedWithSum(const std::string &loop) {
  Passed p = passed(R"(
func @f(%n: i64, %x: [f64; 1], %u: [f64; 1]) -> (f64, [f64; 1], f64) {
  %sum: f64 = map_reduce %n, () |%i: i64| {
    %y: f64 = index %x[%i]
    %z: f64 = sin %y
    yield %z
  } reduce (0.5) |%a: f64, %b: f64| {
    %ab: f64 = add %a, %b
    yield %ab
  }
  %c: [f64; 1], %d: f64 = with_accumulators (%u) |%v: acc [f64; 1]| {
    )" + loop + R"(
  }
  return %sum, %c, %d
})",
                    {"fuse_nests", "cse"});
  for (std::int64_t n : {0, 1, 3})
    p.on({RuntimeValue::i64(n), RuntimeValue::array({1, 2, 3}), RuntimeValue::array({7, 8, 9})});
  return p;
}

TEST(NestFusion, ofASumAndALoopThatAdds) {
  const Passed p = fusedWithSum(R"(loop %n, () |%j: i64| {
      %r: f64 = index %x[%j]
      %s: f64 = sin %r
      accumulate %v[%j] += %s
      yield
    }
    yield 1.0)");
  EXPECT_EQ(p.count<ir::Loop>(), 0u) << p.text();
  EXPECT_EQ(p.count(prims::Prim::Sin), 1u);
}

TEST(NestFusion, ofASumAndALoopWithASumOfItsOwnStayApart) {
  const Passed p = fusedWithSum(R"(%e: f64 = loop %n, (1.0) |%j: i64, %g: f64| {
      %r: f64 = index %x[%j]
      %s: f64 = sin %r
      accumulate %v[%j] += %s
      %h: f64 = add %g, %s
      yield %h
    }
    yield %e)");
  EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
}

TEST(NestFusion, nestsBecomeOne) {
  Passed p = passed(R"(
func @f(%n: i64, %m: i64, %x: [f64; 1], %a: [f64; 1], %b: [f64; 1]) -> ([f64; 1], [f64; 1]) {
  %t: i64 = max %m, 0
  %c: [f64; 1] = loop %n, (%a) |%i: i64, %p: [f64; 1]| {
    %r: i64 = mul %i, %m
    %q: [f64; 1] = loop %t, (%p) |%j: i64, %p1: [f64; 1]| {
      %k: i64 = add %r, %j
      %y: f64 = index %x[%k]
      %z: f64 = exp %y
      %p2: [f64; 1] = update %p1[%k] = %z
      yield %p2
    }
    yield %q
  }
  %d: [f64; 1] = loop %n, (%b) |%i1: i64, %o: [f64; 1]| {
    %r1: i64 = mul %i1, %m
    %w: [f64; 1] = loop %t, (%o) |%j1: i64, %o1: [f64; 1]| {
      %k1: i64 = add %r1, %j1
      %y1: f64 = index %x[%k1]
      %z1: f64 = exp %y1
      %s: f64 = index %o1[%k1]
      %z2: f64 = mul %z1, %s
      %o2: [f64; 1] = update %o1[%k1] = %z2
      yield %o2
    }
    yield %w
  }
  return %c, %d
})",
                    {"fuse_nests", "cse", "fuse_nests", "cse"});
  EXPECT_EQ(p.count<ir::Loop>(), 2u) << p.text();
  EXPECT_EQ(p.count(prims::Prim::Exp), 1u);
  for (std::int64_t n : {0, 1, 2})
    for (std::int64_t m : {-1, 0, 2})
      p.on({RuntimeValue::i64(n), RuntimeValue::i64(m), RuntimeValue::array({1, 2, 3, 4}), RuntimeValue::array({4, 5, 6, 1}),
            RuntimeValue::array({7, 8, 9, 2})});
}

} // namespace
} // namespace soac::test
