// The pass that lets blocks of iterations go through sequential loops together.
#include "Check.h"

namespace soac::test {
namespace {

/// In blocks of `lanes` iterations.
Passed inLanes(llvm::StringRef text, std::int64_t lanes = 4) {
  const ir::Function before = parsed(text);
  ir::Function after = before;
  for (const char *name : {"simplify", "cse", "dce"})
    after = optimise::byName(name)->run(std::move(after));
  return checked(before, optimise::putInLanes(std::move(after), lanes));
}

/// On vectors of 0 to 11 numbers and a table of 3.
void onAll(Passed &p) {
  for (std::size_t n = 0; n < 12; ++n) {
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i)
      x[i] = 0.3 * static_cast<double>(i) - 1.1;
    p.on({RuntimeValue::array(x), RuntimeValue::array({0.5, -0.25, 1.5})}, 1e-14);
  }
}

bool hasBlocks(const Passed &p) { return p.text().find("|%block") != std::string::npos; }

const char *const polynomials = R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> (f64, [f64; 1]) {
  %n: i64 = extent %x, 0
  %m: i64 = extent %c, 0
  %zeros: [f64; 1] = fill 0.0, [%m]
  %sums: [f64; 1], %total: f64 = with_accumulators (%zeros) |%a: acc [f64; 1]| {
    %s: f64 = map_reduce %n, (%x) |%i: i64, %t: f64| {
      %kept: [f64; 1] = fill 0.0, [%m]
      %value: f64, %power: f64, %all: [f64; 1] = loop %m, (0.0, 1.0, %kept) |%j: i64, %v: f64, %p: f64, %k: [f64; 1]| {
        %l: [f64; 1] = update %k[%j] = %p
        %e: f64 = index %c[%j]
        %u: f64 = mul %e, %p
        %w: f64 = add %v, %u
        %q: f64 = mul %p, %t
        yield %w, %q, %l
      }
      loop %m, () |%b: i64| {
        %r: f64 = index %all[%b]
        %y: f64 = mul %r, %value
        accumulate %a[%b] += %y
        yield
      }
      yield %power
    } reduce (0.0) |%g: f64, %h: f64| {
      %o: f64 = add %g, %h
      yield %o
    }
    yield %s
  }
  return %total, %sums
})";

TEST(Lanes, carriedNumbersAndArraysOfIterations) {
  auto p = inLanes(polynomials);
  EXPECT_TRUE(hasBlocks(p));
  onAll(p);
}

TEST(Lanes, simpleIterationsStay) {
  const ir::Function f = parsed(R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> (f64) {
  %n: i64 = extent %x, 0
  %s: f64 = map_reduce %n, (%x) |%i: i64, %t: f64| {
    %u: f64 = sin %t
    yield %u
  } reduce (0.0) |%g: f64, %h: f64| {
    %o: f64 = add %g, %h
    yield %o
  }
  return %s
})");
  EXPECT_TRUE(ir::equal(optimise::byName("lanes")->run(f).body, f.body)) << "a compiler has lanes for them";
}

TEST(Lanes, loopsOfDifferentLengthsStay) {
  const char *const text = R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> (f64) {
  %n: i64 = extent %x, 0
  %s: f64 = map_reduce %n, (%x) |%i: i64, %t: f64| {
    %u: f64 = loop %i, (%t) |%j: i64, %v: f64| {
      %w: f64 = mul %v, %t
      yield %w
    }
    yield %u
  } reduce (0.0) |%g: f64, %h: f64| {
    %o: f64 = add %g, %h
    yield %o
  }
  return %s
})";
  const ir::Function f = parsed(text);
  EXPECT_TRUE(ir::equal(optimise::byName("lanes")->run(f).body, f.body));
  auto p = inLanes(text); // possible, though it does not pay
  EXPECT_TRUE(hasBlocks(p));
  onAll(p);
}

TEST(Lanes, branchesThatIterationsTakeByThemselves) {
  auto p = inLanes(R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> (f64) {
  %n: i64 = extent %x, 0
  %m: i64 = extent %c, 0
  %s: f64 = map_reduce %n, (%x) |%i: i64, %t: f64| {
    %kept: [f64; 1] = fill 1.0, [%m]
    %isNegative: bool = lt %t, 0.0
    %place: i64 = rem %i, 3
    %all: [f64; 1] = if %isNegative {
      %k: [f64; 1] = update %kept[%place] = %t
      yield %k
    } else {
      yield %kept
    }
    %u: f64 = loop %m, (0.0) |%j: i64, %v: f64| {
      %e: f64 = index %all[%j]
      %w: f64 = mul %v, %t
      %y: f64 = add %w, %e
      yield %y
    }
    yield %u
  } reduce (0.0) |%g: f64, %h: f64| {
    %o: f64 = add %g, %h
    yield %o
  }
  return %s
})");
  EXPECT_TRUE(hasBlocks(p));
  onAll(p);
}

TEST(Lanes, otherReductions) {
  auto p = inLanes(R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> (f64, i64) {
  %n: i64 = extent %x, 0
  %m: i64 = extent %c, 0
  %s: f64, %at: i64 = map_reduce %n, (%x) |%i: i64, %t: f64| {
    %u: f64 = loop %m, (%t) |%j: i64, %v: f64| {
      %e: f64 = index %c[%j]
      %w: f64 = mul %v, %e
      %y: f64 = sin %w
      yield %y
    }
    yield %u, %i
  } reduce (-inf, -1) |%g: f64, %k: i64, %h: f64, %l: i64| {
    %isLess: bool = lt %g, %h
    %o: f64 = max %g, %h
    %q: i64 = select %isLess, %l, %k
    yield %o, %q
  }
  return %s, %at
})");
  EXPECT_TRUE(hasBlocks(p));
  onAll(p);
}

/// Rows of %d numbers, each read in two loops over `columns` and %m.
std::string rows(const std::string &columns) {
  return R"(
func @f(%x: [f64; 1], %c: [f64; 1], %n: i64) -> (f64) {
  %m: i64 = extent %c, 0
  %d: i64 = max %n, 2
  %less: i64 = sub %d, 1
  %s: f64 = map_reduce %n, () |%i: i64| {
    %row: i64 = mul %i, %d
    %u: f64 = loop %m, (0.0) |%j: i64, %v: f64| {
      %e: f64 = index %c[%j]
      %w: f64 = loop )" +
         columns + R"(, (%v) |%k: i64, %a: f64| {
        %at: i64 = add %row, %k
        %y: f64 = index %x[%at]
        %z: f64 = mul %y, %e
        %b: f64 = add %a, %z
        yield %b
      }
      yield %w
    }
    yield %u
  } reduce (0.0) |%g: f64, %h: f64| {
    %o: f64 = add %g, %h
    yield %o
  }
  return %s
})";
}

void onRows(Passed &p, std::int64_t missing, std::size_t factors) {
  for (const std::int64_t n : {0, 1, 2, 3, 4, 5}) {
    std::vector<double> x(static_cast<std::size_t>(std::max<std::int64_t>(n * std::max<std::int64_t>(n, 2) - missing, 0)));
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = static_cast<double>(i) + 0.5;
    p.on({RuntimeValue::array(x), RuntimeValue::array(std::vector<double>(factors, 0.5)), RuntimeValue::i64(n)}, 1e-14);
  }
}

TEST(Lanes, rowsThatAreReadOverAndOverAreCopied) {
  auto p = inLanes(rows("%d"), 2);
  EXPECT_TRUE(hasBlocks(p));
  EXPECT_NE(p.text().find("[%d, 2]"), std::string::npos) << p.text();
  onRows(p, 0, 3);
  onRows(p, 1000, 0); // no loop reads the rows, which are not there
}

TEST(Lanes, rowsOfWhichAPartIsReadAreNot) {
  auto p = inLanes(rows("%less"), 2);
  EXPECT_TRUE(hasBlocks(p));
  EXPECT_EQ(p.text().find("[%d, 2]"), std::string::npos) << p.text();
  onRows(p, 1, 3); // the last element of the last row is not there
}

} // namespace
} // namespace soac::test
