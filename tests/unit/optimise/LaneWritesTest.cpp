// Blocks of iterations in lanes that write elements of their own: maps of numbers, and loops in free order.
#include "LanesCheck.h"

namespace soac::test {
namespace {

/// Each iteration writes numbers, one of which it computes in a loop over %m.
TEST(LaneWrites, mapsOfNumbersBecomeArraysThatBlocksWrite) {
  auto p = inLanes(R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> ([f64; 1], [i64; 1], [f64; 1], [f64; 1]) {
  %n: i64 = extent %x, 0
  %m: i64 = extent %c, 0
  %zeros: [f64; 1] = fill 0.0, [%m]
  %sums: [f64; 1], %a: [f64; 1], %b: [i64; 1], %d: [f64; 1] = with_accumulators (%zeros) |%acc: acc [f64; 1]| {
    %a1: [f64; 1], %b1: [i64; 1], %d1: [f64; 1] = map %n, (%x) |%i: i64, %t: f64| {
      %s: f64 = loop %m, (0.0) |%j: i64, %v: f64| {
        %e: f64 = index %c[%j]
        %w: f64 = mul %v, %t
        %y: f64 = add %w, %e
        yield %y
      }
      accumulate %acc[0] += %s
      %k: i64 = mul %i, 3
      yield %s, %k, 2.5
    }
    yield %a1, %b1, %d1
  }
  return %a, %b, %d, %sums
})");
  EXPECT_TRUE(hasBlocks(p));
  EXPECT_EQ(p.count<ir::Map>(), 0u);
  onAll(p);
}

/// Loops over %n that change elements of %x: `before` a loop over the elements of %c in each iteration, and behind it.
std::string changes(const std::string &before, const std::string &behind) {
  return R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> ([f64; 1]) {
  %length: i64 = extent %x, 0
  %m: i64 = extent %c, 0
  %n: i64 = div %length, 2
  %r: [f64; 1] = loop %n, (%x) |%i: i64, %a: [f64; 1]| {
    %twice: i64 = mul %i, 2
    %next: i64 = add %twice, 1)" +
         before + R"(
    %s: f64 = loop %m, (0.0) |%j: i64, %v: f64| {
      %e: f64 = index %c[%j]
      %w: f64 = mul %v, %t
      %y: f64 = add %w, %e
      yield %y
    })" + behind +
         R"(
  }
  return %r
})";
}

TEST(LaneWrites, loopsThatChangeElementsOfTheirOwn) {
  auto p = inLanes(changes("\n%t: f64 = index %a[%next]", R"(
    %b: [f64; 1] = update %a[%twice] = %t
    %d: [f64; 1] = update %b[%next] = %s
    yield %d)"));
  EXPECT_TRUE(hasBlocks(p));
  onAll(p);
  auto again = inLanes(changes("\n%t: f64 = index %a[%twice]", R"(
    %b: [f64; 1] = update %a[%twice] = 3.0
    %d: [f64; 1] = update %b[%twice] = %s
    yield %d)"));
  EXPECT_TRUE(hasBlocks(again)) << "the second number stays";
  onAll(again);
}

TEST(LaneWrites, loopsInOrderStay) {
  auto p = inLanes(changes("\n%t: f64 = index %a[%i]", R"(
    %b: [f64; 1] = update %a[%next] = %s
    yield %b)"));
  EXPECT_FALSE(hasBlocks(p)) << "an iteration reads what an earlier one has written";
  onAll(p);
}

TEST(LaneWrites, loopsThatReadWhatTheyHaveWrittenStay) {
  auto p = inLanes(changes("\n%t: f64 = index %a[%twice]", R"(
    %b: [f64; 1] = update %a[%twice] = %s
    %z: i64 = rem %twice, %length
    %u: f64 = index %b[%z]
    %q: f64 = mul %u, %s
    %d: [f64; 1] = update %b[%next] = %q
    yield %d)"));
  EXPECT_FALSE(hasBlocks(p)) << p.text();
  onAll(p);
}

TEST(LaneWrites, numbersThatAreKnownFromTheWriteAreNotRead) {
  auto p = inLanes(changes("\n%t: f64 = index %a[%twice]", R"(
    %b: [f64; 1] = update %a[%twice] = %s
    %u: f64 = index %b[%twice]
    %q: f64 = mul %u, %s
    %d: [f64; 1] = update %b[%next] = %q
    yield %d)"));
  EXPECT_TRUE(hasBlocks(p)) << p.text();
  onAll(p);
}

} // namespace
} // namespace soac::test
