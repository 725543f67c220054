// The pass that keeps small arrays in scalars.
#include "Check.h"

namespace soac::test {
namespace {

Passed inRegisters(llvm::StringRef text) {
  const ir::Function before = parsed(text);
  return checked(before, optimise::byName("registers")->run(before));
}

/// Sums of rows of a matrix, in a tile of `rows`; `at` is the index of an element of %m.
std::string tile(const std::string &rows, const std::string &at) {
  return R"(
func @f(%m: [f64; 1], %n: i64) -> (f64) {
  %a: [f64; 1] = fill 0.0, [)" + rows + R"(]
  %b: [f64; 1] = loop %n, (%a) |%c: i64, %p: [f64; 1]| {
    %q: [f64; 1] = loop )" + rows + R"(, (%p) |%r: i64, %d: [f64; 1]| {
      %s: i64 = mul %r, )" + (at == "row" ? "1" : "%n") + R"(
      %t: i64 = add %s, %c
      %x: f64 = index %m[%t]
      %y: f64 = index %d[%r]
      %z: f64 = add %y, %x
      %e: [f64; 1] = update %d[%r] = %z
      yield %e
    }
    yield %q
  }
  %u: f64 = index %b[0]
  %v: f64 = index %b[1]
  %w: f64 = sub %u, %v
  return %w
})";
}

const RuntimeValue matrix = RuntimeValue::array({1, 2, 4, -3, 0.5, 7, 8, -1, 2.5, 3, 6, -9, 5, 1.5, 0.25});

TEST(Registers, aTileOfRows) {
  const Passed p = inRegisters(tile("5", "column"));
  EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
  EXPECT_EQ(p.count<ir::Update>() + p.count<ir::Fill>(), 0u) << p.text();
  for (std::int64_t n : {0, 1, 3})
    Passed(p).on({matrix, RuntimeValue::i64(n)});
}

TEST(Registers, aRowOfAnotherArrayStaysInOnePiece) {
  EXPECT_EQ(inRegisters(tile("5", "row")).count<ir::Loop>(), 2u);
  EXPECT_EQ(inRegisters(tile("3", "row")).count<ir::Loop>(), 1u) << "so short a row fills no vector register";
}

TEST(Registers, manyElementsStay) { EXPECT_EQ(inRegisters(tile("17", "column")).count<ir::Loop>(), 2u); }

TEST(Registers, branchesAndTwoDimensions) {
  Passed p = inRegisters(R"(
func @f(%n: i64, %x: f64) -> (f64) {
  %a: [f64; 2] = fill %x, [2, 3]
  %b: [f64; 2] = update %a[1, 2] = 4.5
  %r: [f64; 2] = loop %n, (%b) |%i: i64, %p: [f64; 2]| {
    %c: bool = lt %i, 2
    %q: [f64; 2] = if %c {
      %y: f64 = index %p[1, 2]
      %z: f64 = sin %y
      %d: [f64; 2] = update %p[0, 1] = %z
      yield %d
    } else {
      %e: [f64; 2] = update %p[1, 2] = %x
      yield %e
    }
    yield %q
  }
  %s: f64 = index %r[0, 1]
  %t: f64 = index %r[1, 2]
  %u: f64 = index %b[0, 0]
  %v: f64 = add %s, %t
  %w: f64 = mul %u, %v
  return %w
})");
  EXPECT_EQ(p.count<ir::Update>(), 0u) << p.text();
  for (std::int64_t n : {0, 1, 4})
    p.on({RuntimeValue::i64(n), RuntimeValue::f64(0.3)});
}

TEST(Registers, elementsThatDataChooseStay) {
  Passed p = inRegisters(R"(
func @f(%k: i64, %x: f64) -> (f64) {
  %a: [f64; 1] = fill %x, [2]
  %b: [f64; 1] = update %a[0] = 4.5
  %y: f64 = index %b[%k]
  return %y
})");
  EXPECT_EQ(p.count<ir::Update>(), 1u);
  p.on({RuntimeValue::i64(1), RuntimeValue::f64(0.3)});
}

TEST(Registers, arraysThatLeaveStay) {
  for (const char *use : {"%c: [f64; 1] = rotate %b, 1", "%c: [f64; 2] = fill %b, [1]", "%c: [f64; 2] = update %m[0] = %b"}) {
    Passed p = inRegisters("func @f(%m: [f64; 2], %x: f64) -> (i64) {\n  %a: [f64; 1] = fill %x, [2]\n"
                           "  %b: [f64; 1] = update %a[0] = 4.5\n  " + std::string(use) + "\n  %n: i64 = extent %c, 0\n  return %n\n}");
    p.on({RuntimeValue::array({1, 2}, {1, 2}), RuntimeValue::f64(0.3)});
    EXPECT_EQ(p.count<ir::Fill>(), std::string(use).find("fill") == std::string::npos ? 1u : 2u);
  }
  const Passed result = inRegisters("func @f(%x: f64) -> ([f64; 1]) {\n  %a: [f64; 1] = fill %x, [2]\n  return %a\n}");
  EXPECT_EQ(result.count<ir::Fill>(), 1u);
}

TEST(Registers, anotherArrayOnTheWay) {
  Passed p = inRegisters(R"(
func @f(%m: [f64; 1], %n: i64, %x: f64) -> (f64) {
  %a: [f64; 1] = fill %x, [2]
  %r: [f64; 1] = loop %n, (%a) |%i: i64, %p: [f64; 1]| {
    yield %m
  }
  %y: f64 = index %r[1]
  return %y
})");
  for (std::int64_t n : {0, 1})
    p.on({RuntimeValue::array({1, 2}), RuntimeValue::i64(n), RuntimeValue::f64(0.3)});
}

// Directions of a lattice: %c holds a number for each, which a table puts in another order.
TEST(Registers, elementsThatATableChooses) {
  const ir::Function before = parsed(R"(
func @f(%x: [f64; 1], %y: [f64; 1], %n: i64) -> ([f64; 1]) {
  %t0: [i64; 1] = fill 0, [6]
  %t1: [i64; 1] = update %t0[0] = 3
  %t2: [i64; 1] = update %t1[1] = 5
  %t3: [i64; 1] = update %t2[2] = 4
  %t4: [i64; 1] = update %t3[4] = 2
  %t: [i64; 1] = update %t4[5] = 1
  %r: [f64; 1] = loop %n, (%y) |%i: i64, %a: [f64; 1]| {
    %first: i64 = mul %i, 6
    %c: [f64; 1] = fill 0.0, [6]
    %d: [f64; 1] = loop 6, (%c) |%q: i64, %e: [f64; 1]| {
      %p: i64 = add %first, %q
      %u: f64 = index %x[%p]
      %v: f64 = sin %u
      %w: [f64; 1] = update %e[%q] = %v
      yield %w
    }
    %g: [f64; 1] = loop 6, (%a) |%k: i64, %h: [f64; 1]| {
      %o: i64 = index %t[%k]
      %z: f64 = index %d[%o]
      %l: i64 = add %first, %k
      %m: [f64; 1] = update %h[%l] = %z
      yield %m
    }
    yield %g
  }
  return %r
})");
  Passed p = checked(before, optimise::simplify(before));
  p.on({matrix, RuntimeValue::array({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}), RuntimeValue::i64(2)});
  EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
  EXPECT_EQ(p.count<ir::Fill>(), 0u) << p.text();
}

} // namespace
} // namespace soac::test
