// Which numbers a forward sweep keeps, and that the return sweep reads the right ones.
#include "eval/Interpreter.h"
#include "support/Derivatives.h"
#include "support/Parsed.h"

namespace soac::test {
namespace {

using ops::RuntimeValue;

std::size_t count(const ir::Function &f, ir::Prim prim) {
  std::size_t found = 0;
  ir::forEachStatement(f.body, [&](const ir::Statement &s) {
    const auto *apply = std::get_if<ir::Apply>(&s.op);
    found += apply && apply->prim == prim;
  });
  return found;
}

std::size_t arrays(const ir::Function &f, ir::Stored kind) {
  std::size_t found = 0;
  ir::forEachStatement(f.body, [&](const ir::Statement &s) {
    found += std::holds_alternative<ir::Fill>(s.op) && f.values.stored(s.results[0]) == kind;
  });
  return found;
}
std::size_t logs(const ir::Function &f) { return arrays(f, ir::Stored::Undo); }
std::size_t kept(const ir::Function &f) { return arrays(f, ir::Stored::Kept); }

/// The adjoint, after its derivatives have been compared.
ir::Function checkedAdjoint(const std::string &text, llvm::ArrayRef<RuntimeValue> point) {
  const ir::Function f = parsed(text);
  const DerivativeVerdict verdict = checkDerivatives(f, point);
  EXPECT_EQ(verdict.refusal, "");
  EXPECT_EQ(verdict.mismatch, "");
  return differentiated(wrapAdjoint(f)).value();
}

// Cells that go through `steps` steps; `trips` and `change` are put in.
std::string cells(const std::string &trips, const std::string &change) {
  return "func @f(%x: [f64; 1], %w: [f64; 1], %steps: i64, %m: i64) -> ([f64; 1]) {\n"
         "  %r: [f64; 1] = loop %steps, (%x) |%t: i64, %a: [f64; 1]| {\n"
         "    %twice: i64 = mul %t, 2\n"
         "    %b: [f64; 1] = loop " + trips + ", (%a) |%i: i64, %c: [f64; 1]| {\n"
         "      %s: f64 = index %c[%i]\n"
         "      %v: f64 = index %w[%i]\n"
         "      %p: f64 = mul %s, %v\n" + change +
         "      %d: [f64; 1] = update %c[%i] = %n\n"
         "      yield %d\n    }\n    yield %b\n  }\n  return %r\n}";
}

const std::vector<RuntimeValue> point{RuntimeValue::array({0.3, -0.4, 0.9}), RuntimeValue::array({1.1, 0.7, -0.5}),
                                      RuntimeValue::i64(2), RuntimeValue::i64(3)};
const char *const exponential = "%e: f64 = exp %p\n %q: f64 = mul %e, %s\n %n: f64 = mul %q, 0.5\n";

TEST(KeptNumbers, AFunctionInANestIsEvaluatedOnce) {
  const ir::Function adjoint = checkedAdjoint(cells("%m", exponential), point);
  EXPECT_EQ(count(adjoint, ir::Prim::Exp), 1u);
}

TEST(KeptNumbers, WithWhatItReadsNoLogIsNeeded) {
  EXPECT_EQ(logs(checkedAdjoint(cells("%m", exponential), point)), 0u);
}

TEST(KeptNumbers, FunctionsOfTwoNumbersAreKept) {
  const ir::Function adjoint = checkedAdjoint(cells("%m", "%e: f64 = atan2 %p, %v\n %n: f64 = sin %e\n"), point);
  EXPECT_EQ(count(adjoint, ir::Prim::Atan2), 1u);
}

/// Cells of which each step also gives something, `with` a number of each.
std::string givingCells(const std::string &with) {
  std::string text = cells("%m", exponential);
  const auto put = [&](const std::string &there, const std::string &text_) { text.replace(text.rfind(there), there.size(), text_); };
  put("return %r", "return %r, %sum");
  put("yield %b", R"(%g: f64 = loop %m, (%sofar) |%k: i64, %u: f64| {
      )" + with + R"(
      %y: f64 = mul %z, %z
      %w2: f64 = add %u, %y
      yield %w2
    }
    yield %b, %g)");
  put("%r: [f64; 1] = loop %steps, (%x) |%t: i64, %a: [f64; 1]|", "%r: [f64; 1], %sum: f64 = loop %steps, (%x, 0.0) |%t: i64, %a: [f64; 1], %sofar: f64|");
  put("-> ([f64; 1])", "-> ([f64; 1], f64)");
  return text;
}

TEST(KeptNumbers, WhatIsReadBehindTheUpdatesIsKeptToo) {
  EXPECT_EQ(logs(checkedAdjoint(givingCells("%z: f64 = index %b[%k]"), point)), 0u);
  EXPECT_EQ(logs(checkedAdjoint(givingCells(R"(%isFirst: bool = eq %k, 0
      %z: f64 = if %isFirst {
        %z1: f64 = index %b[%k]
        yield %z1
      } else {
        %z2: f64 = index %w[%k]
        yield %z2
      })"),
                                point)),
            0u);
}

TEST(KeptNumbers, MoreThanIsStoredAnywayIsNotKept) {
  const ir::Function adjoint = checkedAdjoint(givingCells(R"(%z: f64 = loop %m, (1.0) |%l: i64, %o: f64| {
        %z1: f64 = index %b[%l]
        %z2: f64 = mul %z1, %o
        yield %z2
      })"),
                                              point);
  EXPECT_GT(logs(adjoint), 0u);
  EXPECT_EQ(kept(adjoint), 2u); // for each cell, not for each two
}

TEST(KeptNumbers, WhatIsReadBehindTheUpdatesIsNotKeptWhereALogIsNeededAllTheSame) {
  const ir::Function adjoint = checkedAdjoint(givingCells(R"(%row: [f64; 1] = slice %b, start 0, count %m, step 1
      %z1: f64 = index %row[%k]
      %z2: f64 = index %b[%k]
      %z: f64 = mul %z1, %z2)"),
                                              point);
  EXPECT_GT(logs(adjoint), 0u);
  EXPECT_EQ(kept(adjoint), 2u); // the exponential and what it is of
}

// The place of a number would follow from the trips before it.
TEST(KeptNumbers, NothingIsKeptWhereTripsDiffer) {
  const ir::Function adjoint = checkedAdjoint(cells("%twice", exponential), point);
  EXPECT_GT(count(adjoint, ir::Prim::Exp), 1u);
}

// Both sweeps can be one loop, where nothing needs to be kept.
TEST(KeptNumbers, NothingIsKeptOfIterationsThatDoNotWait) {
  const ir::Function adjoint = checkedAdjoint(R"(
func @f(%x: [f64; 1], %n: i64) -> (f64) {
  %r: f64 = loop %n, (0.0) |%i: i64, %sum: f64| {
    %v: f64 = index %x[%i]
    %e: f64 = exp %v
    %s: f64 = add %sum, %e
    yield %s
  }
  return %r
})",
                                              {RuntimeValue::array({0.3, -0.4}), RuntimeValue::i64(2)});
  EXPECT_EQ(kept(adjoint), 0u);
}

TEST(KeptNumbers, AtMostFourForEachNumberThatIsStoredAnyway) {
  const ir::Function adjoint = checkedAdjoint(R"(
func @f(%x: f64, %n: i64) -> (f64) {
  %r: f64 = loop %n, (%x) |%i: i64, %a: f64| {
    %b: f64 = exp %a
    %c: f64 = sin %b
    %d: f64 = exp %c
    %e: f64 = sin %d
    %f: f64 = exp %e
    %g: f64 = sin %f
    yield %g
  }
  return %r
})",
                                              {RuntimeValue::f64(0.3), RuntimeValue::i64(2)});
  EXPECT_EQ(count(adjoint, ir::Prim::Exp), 4u); // the third is evaluated again
}

TEST(KeptNumbers, TripsOfAWhileAreKnownWhenItsNumbersAreKept) {
  const ir::Function adjoint = checkedAdjoint(R"(
func @f(%x: f64) -> (f64) {
  %r: f64 = loop while (%x) |%a: f64| {
    %c: bool = lt %a, 30.0
    yield %c
  } do |%b: f64| {
    %d: f64 = mul %b, 0.2
    %e: f64 = exp %d
    %g: f64 = mul %e, %b
    yield %g
  }
  return %r
})",
                                              {RuntimeValue::f64(1.3)});
  EXPECT_EQ(count(adjoint, ir::Prim::Exp), 2u); // in the inspector, too
}

TEST(KeptNumbers, LoopsWithSnapshotsKeepNothing) {
  const ir::Function f = parsed(R"(
func @f(%x: f64, %n: i64) -> (f64) {
  %r: f64 = loop %n, (%x) revolve(2) |%i: i64, %a: f64| {
    %b: f64 = exp %a
    %c: f64 = mul %b, 0.1
    yield %c
  }
  return %r
})");
  EXPECT_EQ(kept(differentiated(wrapAdjoint(f)).value()), 0u);
}

} // namespace
} // namespace soac::test
