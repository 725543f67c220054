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

/// Rows of two numbers, of which each iteration makes some.
std::string rows(const std::string &behind) {
  return R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> ([f64; 2]) {
  %n: i64 = extent %x, 0
  %m: i64 = extent %c, 0
  %two: i64 = mul %n, 2
  %zeros: [f64; 2] = fill 0.0, [%two, 2]
  %r: [f64; 2] = loop %n, (%zeros) |%i: i64, %a: [f64; 2]| {
    %twice: i64 = mul %i, 2
    %next: i64 = add %twice, 1
    %t: f64 = index %x[%i]
    %s: f64 = loop %m, (0.0) |%j: i64, %v: f64| {
      %e: f64 = index %c[%j]
      %w: f64 = mul %v, %t
      %y: f64 = add %w, %e
      yield %y
    }
    %row: [f64; 1] = map 2, () |%k: i64| {
      %d: f64 = cast %k
      %z: f64 = sub %s, %d
      yield %z
    })" +
         behind + R"(
  }
  return %r
})";
}

TEST(LaneWrites, rowsAndNumbersInTheirOrder) {
  auto p = inLanes(rows(R"(
    %same: [f64; 1] = fill 0.5, [2]
    %b: [f64; 2] = update %a[%twice] = %row
    %b1: [f64; 2] = update %b[%twice, 1] = %t
    %b2: [f64; 2] = update %b1[%next, 0] = %t
    %b3: [f64; 2] = update %b2[%next] = %same
    yield %b3)"));
  EXPECT_TRUE(hasBlocks(p)) << p.text();
  onAll(p);
}

TEST(LaneWrites, rowsThatOtherIterationsReadStay) {
  auto p = inLanes(rows(R"(
    %b: [f64; 2] = update %a[%i] = %row
    %b1: [f64; 2] = update %b[%next] = %row
    yield %b1)"));
  EXPECT_FALSE(hasBlocks(p)) << p.text();
  onAll(p);
}

TEST(LaneWrites, loopsOfAFewTripsThatWrite) {
  auto p = inLanes(rows(R"(
    %b: [f64; 2] = loop 2, (%a) |%g: i64, %o: [f64; 2]| {
      %at: i64 = add %twice, %g
      %u: f64 = index %row[%g]
      %o1: [f64; 2] = update %o[%at, 1] = %u
      %o2: [f64; 2] = loop 2, (%o1) |%h: i64, %q: [f64; 2]| {
        %l: f64 = mul %u, %s
        %q1: [f64; 2] = update %q[%at, 0] = %l
        yield %q1
      }
      yield %o2
    }
    yield %b)"));
  EXPECT_FALSE(hasBlocks(p)) << "of loops inside of loops it is not said yet what is written";
  onAll(p);
  auto q = inLanes(rows(R"(
    %b: [f64; 2] = loop 2, (%a) |%g: i64, %o: [f64; 2]| {
      %at: i64 = add %twice, %g
      %u: f64 = index %row[%g]
      %o1: [f64; 2] = update %o[%at, 1] = %u
      %o2: [f64; 2] = update %o1[%at, 0] = %s
      yield %o2
    }
    yield %b)"));
  EXPECT_TRUE(hasBlocks(q)) << q.text();
  onAll(q);
}

TEST(LaneWrites, mapsOfRows) {
  auto p = inLanes(R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> ([f64; 3], [f64; 2]) {
  %n: i64 = extent %x, 0
  %m: i64 = extent %c, 0
  %a: [f64; 3], %b: [f64; 2] = map %n, (%x) |%i: i64, %t: f64| {
    %s: f64 = loop %m, (0.0) |%j: i64, %v: f64| {
      %e: f64 = index %c[%j]
      %w: f64 = mul %v, %t
      %y: f64 = add %w, %e
      yield %y
    }
    %row: [f64; 1] = map 3, () |%k: i64| {
      %d: f64 = cast %k
      %z: f64 = sub %s, %d
      yield %z
    }
    %none: [f64; 2] = fill 0.0, [2, 3]
    %one: [f64; 2] = update %none[1] = %row
    yield %one, %row
  }
  return %a, %b
})");
  EXPECT_TRUE(hasBlocks(p));
  EXPECT_EQ(p.count<ir::Map>(), 1u) << "of an iteration behind the blocks\n" << p.text();
  onAll(p);
}

TEST(LaneWrites, mapsOfRowsWhoseSizeIsNotKnownStay) {
  auto p = inLanes(R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> ([f64; 2]) {
  %n: i64 = extent %x, 0
  %m: i64 = extent %c, 0
  %a: [f64; 2] = map %n, (%x) |%i: i64, %t: f64| {
    %s: f64 = loop %m, (0.0) |%j: i64, %v: f64| {
      %y: f64 = add %v, %t
      yield %y
    }
    %row: [f64; 1] = fill %s, [%m]
    yield %row
  }
  return %a
})");
  EXPECT_FALSE(hasBlocks(p)) << p.text();
  onAll(p);
}

TEST(LaneWrites, rowsOfWhichEachNumberIsComputedAtOnceStay) {
  const ir::Function f = parsed(R"(
func @f(%x: [f64; 1]) -> ([f64; 2]) {
  %n: i64 = extent %x, 0
  %a: [f64; 2] = map %n, (%x) |%i: i64, %t: f64| {
    %row: [f64; 1] = map 8, () |%k: i64| {
      %d: f64 = cast %k
      %z: f64 = mul %t, %d
      yield %z
    }
    yield %row
  }
  return %a
})");
  EXPECT_TRUE(ir::equal(optimise::byName("lanes")->run(f).body, f.body)) << "a compiler has lanes for the numbers of a row";
}

} // namespace
} // namespace soac::test
