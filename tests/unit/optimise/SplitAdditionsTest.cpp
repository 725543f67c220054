// Loops and kernels that add to several elements of an array, for a device.
#include "Check.h"

namespace soac::test {
namespace {

RuntimeValue numbers() { return RuntimeValue::array({1, 2, 3, 4, 5, 6}); }

TEST(SplitAdditions, aMapThatAddsToNeighboursIsOneForEach) {
  auto p = passed(R"(
func @f(%n: i64, %u: [f64; 1], %v: [f64; 1]) -> ([f64; 1]) {
  %u_1: [f64; 1] = with_accumulators (%u) |%a: acc [f64; 1]| {
    map %n, (%v) |%i: i64, %s: f64| {
      %j: i64 = add %i, 1
      %t: f64 = cos %s
      accumulate %a[%i] += %t
      accumulate %a[%j] += %s
      yield
    }
    yield
  }
  return %u_1
})",
                  {"split_additions", "dce"});
  p.on({RuntimeValue::i64(5), numbers(), RuntimeValue::array({1, 2, 3, 4, 5})});
  EXPECT_EQ(p.count<ir::Map>(), 2u) << p.text();
  EXPECT_EQ(p.count<ir::Accumulate>(), 2u) << p.text();
  EXPECT_EQ(p.count(prims::Prim::Cos), 1u) << p.text();
}

TEST(SplitAdditions, rowsOfAStencilAreSplitInBranchesAndInnerLoops) {
  auto p = passed(R"(
func @f(%n: i64, %m: i64, %u: [f64; 2], %v: [f64; 2]) -> ([f64; 2]) {
  %u_1: [f64; 2] = with_accumulators (%u) |%a: acc [f64; 2]| {
    loop %n, () |%i: i64| {
      %p: i64 = add %i, 1
      loop %m, () |%j: i64| {
        %q: i64 = add %j, 1
        %s: f64 = index %v[%i, %j]
        %c: bool = gt %s, 2.0
        if %c {
          accumulate %a[%i, %j] += %s
          accumulate %a[%i, %q] += %s
          accumulate %a[%p, %j] += %s
          yield
        } else {
          accumulate %a[%p, %q] += %s
          yield
        }
        yield
      }
      yield
    }
    yield
  }
  return %u_1
})",
                  {"split_additions", "dce"});
  const RuntimeValue table = RuntimeValue::array({1, 2, 3, 4, 5, 6, 0, 7, 2}, {3, 3});
  p.on({RuntimeValue::i64(2), RuntimeValue::i64(2), table, table});
  EXPECT_EQ(p.count<ir::Loop>(), 8u) << p.text(); // a nest for each of four elements
  EXPECT_EQ(p.count<ir::Accumulate>(), 4u) << p.text();
}

TEST(SplitAdditions, aReductionKeepsWhatItReduces) {
  auto p = passed(R"(
func @f(%n: i64, %x: [f64; 1], %g: [f64; 1]) -> ([f64; 1], f64) {
  %g_1: [f64; 1], %r: f64 = with_accumulators (%g) |%a: acc [f64; 1]| {
    %s: f64 = map_reduce %n, () |%i: i64| {
      %j: i64 = add %i, 1
      %v: f64 = index %x[%i]
      accumulate %a[%i] += 1.0
      accumulate %a[%j] += %v
      yield %v
    } reduce (0.0) |%p: f64, %q: f64| {
      %t: f64 = add %p, %q
      yield %t
    }
    yield %s
  }
  return %g_1, %r
})",
                  {"split_additions", "dce"});
  p.on({RuntimeValue::i64(5), RuntimeValue::array({1, 2, 3, 4, 5}), numbers()});
  EXPECT_EQ(p.count<ir::MapReduce>(), 1u) << p.text();
  EXPECT_EQ(p.count<ir::Map>(), 1u) << p.text();
}

TEST(SplitAdditions, whatMayMeetAnywayStays) {
  auto p = passed(R"(
func @f(%n: i64, %u: [f64; 1], %v: [i64; 1]) -> ([f64; 1]) {
  %u_1: [f64; 1] = with_accumulators (%u) |%a: acc [f64; 1]| {
    loop %n, () |%i: i64| {
      %j: i64 = index %v[%i]
      accumulate %a[%i] += 1.0
      accumulate %a[%j] += 2.0
      yield
    }
    yield
  }
  return %u_1
})",
                  {"split_additions", "dce"});
  EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
}

} // namespace
} // namespace soac::test
