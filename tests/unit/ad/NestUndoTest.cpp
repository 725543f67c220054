// Nests that are undone without the indices in their logs.
#include "Nests.h"

namespace soac::test {
namespace {

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

/// A loop that reads an element of `from` and carries a number, so that no log is handed down.
std::string reading(const std::string &from) {
  return "    " + from + "r: f64 = loop 1, (0.0) |" + from + "ri: i64, " + from + "rs: f64| {\n      " + from + "rv: f64 = index " + from + "[" + from +
         "ri]\n      yield " + from + "rv\n    }\n";
}
/// %n trips, in each of which `body` makes %e of %a.
std::string nest(const std::string &body) {
  return "func @f(%x: [f64; 1], %n: i64, %m: i64) -> ([f64; 1]) {\n"
         "  %r: [f64; 1] = loop %n, (%x) |%k: i64, %a: [f64; 1]| {\n" +
         reading("%a") + body + "    yield %e\n  }\n  return %r\n}";
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

/// Which loop runs is recorded: of each trip that takes the first arm, its number. The loops' own logs have indices.
TEST(NestUndo, ofBranchesThatDataDecide) {
  const std::string condition = "    %first: f64 = index %a[0]\n    %is: bool = lt %first, 0.3\n";
  EXPECT_EQ(indicesRead(nest(condition + "    %e: [f64; 1] = if %is {\n" + products("%m", "%a", "%b") +
                             "    yield %b\n    } else {\n    yield %a\n    }\n")),
            2u);
  const std::string rounded = "    %real: f64 = cast %k\n    %part: f64 = mul %real, 0.3\n    %is: bool = lt %part, 0.5\n";
  EXPECT_EQ(indicesRead(nest(rounded + "    %e: [f64; 1] = if %is {\n" + products("%m", "%a", "%b") +
                             "    yield %b\n    } else {\n    yield %a\n    }\n")),
            2u);
  EXPECT_EQ(indicesRead(nest(condition + "    %e: [f64; 1] = if %is {\n    yield %a\n    } else {\n" +
                             products("%m", "%a", "%b") + "    yield %b\n    }\n")),
            2u);
  EXPECT_EQ(indicesRead(nest(condition + "    %e: [f64; 1] = if %is {\n" + products("%k", "%a", "%c") +
                             "    yield %c\n    } else {\n" + products("%m", "%a", "%b") + "    yield %b\n    }\n")),
            3u);
}

/// How often the loop inside runs depends on a number. The log's length in front of a trip is read, too.
TEST(NestUndo, notOfTripsThatDataDecide) {
  EXPECT_EQ(
      indicesRead(nest("    %first: f64 = index %a[1]\n    %ten: f64 = mul %first, 5.0\n    %some: i64 = cast %ten\n" +
                       products("%some", "%a", "%e"))),
      3u);
}

/// Whose iterations all update the same elements: those of one loop are found without this, those of two would need divisions.
TEST(NestUndo, ofRectangles) {
  EXPECT_EQ(indicesRead(nest("    %e: [f64; 1] = loop %m, (%a) |%l: i64, %o: [f64; 1]| {\n" + reading("%o") + R"(
      %row: i64 = mul %l, %m
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

/// Branches around loops at any depth, with what tables, numbers and counters decide.
TEST(NestUndo, randomNestsWithBranches) {
  for (unsigned seed = 1; seed <= 40; ++seed)
    for (const bool isFlat : {true, false})
      logs(Nests(seed, false, true).function(isFlat),
           {randomSquare(seed, isFlat), RuntimeValue::i64(4), RuntimeValue::indices({2, 0, 3, 0})});
}

/// Of nests inside of others, each for itself.
TEST(NestUndo, ofNestsInNests) {
  EXPECT_EQ(
      indicesRead(nest("    %left: i64 = sub %n, %k\n    %e: [f64; 1] = loop %left, (%a) |%l: i64, %o: [f64; 1]| {\n" +
                       reading("%o") + products("%l", "%o", "%b") + products("%left", "%b", "%d") + "    yield %d\n    }\n")),
      1u);
}

} // namespace
} // namespace soac::test
