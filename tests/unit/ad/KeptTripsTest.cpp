// While loops inside of a loop: which of them the return sweep counts again, and how long the logs of an iteration are.
#include "eval/Interpreter.h"
#include "support/Derivatives.h"
#include "support/Parsed.h"

namespace soac::test {
namespace {

using ops::RuntimeValue;

/// The adjoint, after its derivatives have been compared.
ir::Function checkedAdjoint(const std::string &text) {
  const ir::Function f = parsed(text);
  for (const std::int64_t n : {0, 1, 4}) {
    const DerivativeVerdict verdict =
        checkDerivatives(f, {RuntimeValue::array({0.9, 0.4, 1.7, 0.2, 1.1, 0.6}), RuntimeValue::i64(n)});
    EXPECT_EQ(verdict.refusal, "") << text;
    EXPECT_EQ(verdict.mismatch, "") << text;
  }
  return differentiated(wrapAdjoint(f)).value();
}

std::size_t whiles(const ir::Function &f) {
  std::size_t found = 0;
  ir::forEachStatement(f.body, [&](const ir::Statement &s) {
    const auto *loop = std::get_if<ir::Loop>(&s.op);
    found += loop && !loop->isCounted();
  });
  return found;
}

/// Sinks an element to its place by exchanges, a while loop, wherever `where` says so.
std::string sinking(const std::string &front, const std::string &behind) {
  return "func @f(%x: [f64; 1], %n: i64) -> ([f64; 1]) {\n"
         "  %r: [f64; 1] = loop %n, (%x) |%i: i64, %a: [f64; 1]| {\n" +
         front +
         "    %b: [f64; 1], %k: i64 = loop while (%a, %i) |%c1: [f64; 1], %k1: i64| {\n"
         "      %j1: i64 = add %k1, 1\n      %p: f64 = index %c1[%k1]\n      %q: f64 = index %c1[%j1]\n"
         "      %isGreater: bool = gt %p, %q\n      %isInside: bool = lt %j1, 5\n"
         "      %more: bool = and %isGreater, %isInside\n      yield %more\n"
         "    } do |%c: [f64; 1], %k2: i64| {\n"
         "      %j: i64 = add %k2, 1\n      %u: f64 = index %c[%k2]\n      %v: f64 = index %c[%j]\n"
         "      %u2: f64 = mul %u, %u\n      %v2: f64 = sin %v\n"
         "      %d: [f64; 1] = update %c[%k2] = %v2\n      %e: [f64; 1] = update %d[%j] = %u2\n      yield %e, %j\n"
         "    }\n" +
         behind + "    yield %next\n  }\n  return %r\n}";
}

TEST(KeptTrips, TheReturnSweepReadsThem) {
  const ir::Function adjoint = checkedAdjoint(sinking("", "    %next: [f64; 1] = update %b[%k] = 0.3\n"));
  EXPECT_EQ(whiles(adjoint), 2u) << "the run that counts the updates, and the forward sweep";
}

TEST(KeptTrips, InBranches) {
  const std::string text =
      sinking("    %w: f64 = index %a[%i]\n    %isLarge: bool = lt 0.5, %w\n    %next: [f64; 1] = if %isLarge {\n",
              "yield %b\n } else {\n"
              "    %o: [f64; 1] = update %a[%i] = %w\n    yield %o\n    }\n");
  EXPECT_EQ(whiles(checkedAdjoint(text)), 2u);
}

// Those of numbers alone are cheap to count.
TEST(KeptTrips, WithoutArraysTheyAreCounted) {
  const ir::Function adjoint = checkedAdjoint(
      "func @f(%x: [f64; 1], %n: i64) -> ([f64; 1]) {\n  %r: [f64; 1] = loop %n, (%x) |%i: i64, %a: [f64; 1]| {\n"
      "    %y: f64 = index %a[%i]\n    %z: f64 = loop while (%y) |%p: f64| {\n      %more: bool = lt %p, 3.0\n"
      "      yield %more\n    } do |%q: f64| {\n      %s: f64 = mul %q, %q\n      %t: f64 = add %s, 0.8\n"
      "      yield %t\n    }\n    %b: [f64; 1] = update %a[%i] = %z\n    yield %b\n  }\n  return %r\n}");
  EXPECT_EQ(whiles(adjoint), 2u) << "one of them counts in the return sweep";
}

/// The logs of loops in the return sweep whose length a run of the loop finds.
std::size_t countedInside(const ir::Function &adjoint) {
  std::size_t found = 0;
  ir::forEachStatement(adjoint.body, [&](const ir::Statement &s) {
    const auto *loop = std::get_if<ir::Loop>(&s.op);
    if (!loop)
      return;
    ir::ValueSet counts;
    for (const ir::Statement &inner : loop->body.statements) {
      if (std::holds_alternative<ir::Loop>(inner.op))
        counts.insert(inner.results.begin(), inner.results.end());
      const auto *fill = std::get_if<ir::Fill>(&inner.op);
      found += fill && adjoint.values.stored(inner.results[0]) == ir::Stored::Undo && counts.contains(fill->extents[0]);
    }
  });
  return found;
}

/// Rounds in which numbers that are large are put elsewhere: data decide how many.
std::string rounds(const std::string &branch) {
  return "func @f(%x: [f64; 1], %n: i64) -> ([f64; 1]) {\n"
         "  %r: [f64; 1] = loop %n, (%x) |%i: i64, %a: [f64; 1]| {\n"
         "    %b: [f64; 1] = loop 5, (%a) |%j: i64, %c: [f64; 1]| {\n"
         "      %k: i64 = add %j, 1\n      %u: f64 = index %c[%j]\n      %v: f64 = index %c[%k]\n" +
         branch + "      yield %e\n    }\n    yield %b\n  }\n  return %r\n}";
}

TEST(UpdateLimits, LogsAreAsLongAsThoseAround) {
  const ir::Function adjoint = checkedAdjoint(rounds(
      "      %isLess: bool = lt %u, %v\n      %e: [f64; 1] = if %isLess {\n        %w: f64 = mul %u, %v\n"
      "        %d: [f64; 1] = update %c[%k] = %w\n        %s: f64 = sin %w\n"
      "        %g: [f64; 1] = update %d[%j] = %s\n        yield %g\n      } else {\n        yield %c\n      }\n"));
  EXPECT_EQ(countedInside(adjoint), 0u);
}

// The inner loop changes a copy of the array, of which the log around knows nothing.
TEST(UpdateLimits, OfArraysBesideTheOneThatIsCarried) {
  checkedAdjoint("func @f(%x: [f64; 1], %n: i64) -> ([f64; 1]) {\n  %zero: f64 = index %x[0]\n"
                 "  %r: [f64; 1] = loop %n, (%x) |%i: i64, %a: [f64; 1]| {\n"
                 "    %b: [f64; 1] = loop %n, (%a) |%j: i64, %c: [f64; 1]| {\n"
                 "      %isSmall: bool = lt %zero, 1.0\n"
                 "      %d: [f64; 1] = if %isSmall {\n        yield %c\n      } else {\n        yield %c\n      }\n"
                 "      %e: [f64; 1] = update %d[%j] = 0.5\n      yield %e\n    }\n"
                 "    %isLarge: bool = lt 0.5, %zero\n"
                 "    %next: [f64; 1] = if %isLarge {\n      yield %a\n    } else {\n"
                 "      %q: f64 = index %b[0]\n      %s: f64 = sin %q\n      %g: [f64; 1] = update %a[%i] = %s\n"
                 "      yield %g\n    }\n    yield %next\n  }\n  return %r\n}");
}

} // namespace
} // namespace soac::test
