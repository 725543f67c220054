// Nests that are undone without the indices in their logs.
#include "eval/Interpreter.h"
#include "support/Derivatives.h"
#include "support/Parsed.h"

#include <random>

namespace soac::test {
namespace {

using ops::RuntimeValue;

/// How many indices the adjoint reads from logs, after its derivatives have been compared. A loop whose trips add one
/// entry each reads that of the trip, which follows from its counter (pass `recompute`): each of `products` has one.
std::size_t indicesRead(const std::string &text, std::int64_t n = 4, std::int64_t m = 2) {
  const ir::Function f = parsed(text);
  const std::vector<RuntimeValue> point{RuntimeValue::array({0.4, 0.3, -0.2, 0.5, 0.9, 0.7}), RuntimeValue::i64(n),
                                        RuntimeValue::i64(m)};
  const DerivativeVerdict verdict = checkDerivatives(f, point);
  EXPECT_EQ(verdict.refusal, "") << text;
  EXPECT_EQ(verdict.mismatch, "") << text;
  const ir::Function adjoint = differentiated(wrapAdjoint(f)).value();
  std::size_t count = 0;
  ir::forEachStatement(adjoint.body, [&](const ir::Statement &s) {
    const auto *read = std::get_if<ir::Index>(&s.op);
    count += read && adjoint.values.type(read->array) == ir::Type(ir::Scalar::I64, 1);
  });
  return count;
}

/// %n trips, in each of which `body` makes %e of %a. They read an element, so that no log is handed down.
std::string nest(const std::string &body) {
  return "func @f(%x: [f64; 1], %n: i64, %m: i64) -> ([f64; 1]) {\n"
         "  %r: [f64; 1] = loop %n, (%x) |%k: i64, %a: [f64; 1]| {\n    %read: f64 = index %a[0]\n" +
         body + "    yield %e\n  }\n  return %r\n}";
}
/// The products of elements and their right neighbours, in the array `from`, which becomes `to`.
std::string products(const std::string &count, const std::string &from, const std::string &to,
                     const std::string &shift = "") {
  return "    " + to + ": [f64; 1] = loop " + count + ", (" + from + ") |" + to + "i: i64, " + to + "a: [f64; 1]| {\n" +
         "      " + to + "j: i64 = add " + to + "i, 1\n      " + to + "p: f64 = index " + to + "a[" + to +
         "i]\n      " + to + "q: f64 = index " + to + "a[" + to + "j]\n      " + to + "z: f64 = mul " + to + "p, " +
         to + "q\n      " + to + "s: f64 = sin " + to + "z\n" + shift + "      " + to + "b: [f64; 1] = update " + to +
         "a[" + to + "i] = " + to + "s\n      yield " + to + "b\n    }\n";
}

TEST(NestUndo, ofTriangles) {
  EXPECT_EQ(indicesRead(nest("    %left: i64 = sub %n, %k\n" + products("%left", "%a", "%e"))), 1u);
}

TEST(NestUndo, ofStatementsOneAfterAnother) {
  EXPECT_EQ(
      indicesRead(nest("    %left: i64 = sub %n, %k\n" + products("%left", "%a", "%b") +
                       "    %v: f64 = index %b[%k]\n    %w: f64 = mul %v, %v\n    %c: [f64; 1] = update %b[%k] = %w\n" +
                       products("%k", "%c", "%e"))),
      2u);
}

TEST(NestUndo, ofBranches) {
  EXPECT_EQ(indicesRead(nest("    %is: bool = lt %k, %m\n    %e: [f64; 1] = if %is {\n" + products("%m", "%a", "%b") +
                             "    yield %b\n    } else {\n    %v: f64 = index %a[%k]\n    %w: f64 = mul %v, %v\n"
                             "    %c: [f64; 1] = update %a[%k] = %w\n    yield %c\n    }\n")),
            1u);
}

/// Whether the loop inside runs depends on a number, or how often. The log's length in front of a trip is read, too.
TEST(NestUndo, notOfWhatDataDecide) {
  EXPECT_EQ(
      indicesRead(nest("    %first: f64 = index %a[0]\n    %is: bool = lt %first, 0.3\n    %e: [f64; 1] = if %is {\n" +
                       products("%m", "%a", "%b") + "    yield %b\n    } else {\n    yield %a\n    }\n")),
      3u);
  EXPECT_EQ(
      indicesRead(nest("    %first: f64 = index %a[1]\n    %ten: f64 = mul %first, 5.0\n    %some: i64 = cast %ten\n" +
                       products("%some", "%a", "%e"))),
      3u);
}

/// Whose iterations all update the same elements: those of one loop are found without this, those of two would need divisions.
TEST(NestUndo, ofRectangles) {
  EXPECT_EQ(indicesRead(nest(R"(    %e: [f64; 1] = loop %m, (%a) |%l: i64, %o: [f64; 1]| {
      %row: i64 = mul %l, %m
      %inside: f64 = index %o[0]
      %b: [f64; 1] = loop %m, (%o) |%i: i64, %c: [f64; 1]| {
        %j: i64 = add %row, %i
        %k1: i64 = add %j, 1
        %p: f64 = index %c[%j]
        %q: f64 = index %c[%k1]
        %z: f64 = mul %p, %q
        %d: [f64; 1] = update %c[%j] = %z
        yield %d
      }
      yield %b
    }
)")),
            1u);
}

/// Of nests inside of others, each for itself.
TEST(NestUndo, ofNestsInNests) {
  EXPECT_EQ(
      indicesRead(nest("    %left: i64 = sub %n, %k\n    %e: [f64; 1] = loop %left, (%a) |%l: i64, %o: [f64; 1]| {\n      %inside: f64 = index %o[0]\n" +
                       products("%l", "%o", "%b") + products("%left", "%b", "%d") + "    yield %d\n    }\n")),
      1u);
}

} // namespace
} // namespace soac::test
