// Logs that a loop hands down to the loops in its iterations: these have none of their own then.
#include "Nests.h"

namespace soac::test {
namespace {

/// How many logs the loops of the adjoint make, after its derivatives have been compared.
std::size_t logsInside(const std::string &text, std::int64_t n = 3) {
  const auto numbers = [](double first) { return RuntimeValue::array({first, 0.3, -0.2, 0.5, 0.9, 0.7}); };
  return logsIn(text, {numbers(0.4), numbers(-0.6), RuntimeValue::i64(n)}).inLoops;
}

/// %n trips, in each of which `body` makes %e of %a, and %h of %b.
std::string nest(const std::string &body) {
  return "func @f(%x: [f64; 1], %y: [f64; 1], %n: i64) -> ([f64; 1], [f64; 1]) {\n"
         "  %r: [f64; 1], %q: [f64; 1] = loop %n, (%x, %y) |%k: i64, %a: [f64; 1], %b: [f64; 1]| {\n" +
         body + "    yield %e, %h\n  }\n  return %r, %q\n}";
}
/// A loop that makes `to` of `from`: of each of its elements, the next one and `factor`.
std::string products(const std::string &count, const std::string &from, const std::string &to,
                     const std::string &factor = "0.5") {
  const std::string i = to + "i", in = to + "a";
  return "    " + to + ": [f64; 1] = loop " + count + ", (" + from + ") |" + i + ": i64, " + in +
         ": [f64; 1]| {\n      " + to + "j: i64 = add " + i + ", 1\n      " + to + "p: f64 = index " + in + "[" + i +
         "]\n      " + to + "q: f64 = index " + in + "[" + to + "j]\n      " + to + "z: f64 = mul " + to + "p, " + to +
         "q\n      " + to + "w: f64 = mul " + to + "z, " + factor + "\n      " + to + "s: f64 = mul " + to + "w, " +
         to + "q\n      " + to + "u: [f64; 1] = update " + in + "[" + i + "] = " + to + "s\n      yield " + to +
         "u\n    }\n";
}
/// A loop that makes `to` of `from`: of each of its elements and that of another array.
std::string mixed(const std::string &from, const std::string &to, const std::string &other) {
  const std::string i = to + "i", in = to + "a";
  return "    " + to + ": [f64; 1] = loop %n, (" + from + ") |" + i + ": i64, " + in + ": [f64; 1]| {\n      " + to +
         "p: f64 = index " + in + "[" + i + "]\n      " + to + "q: f64 = index " + other + "[" + i + "]\n      " + to +
         "z: f64 = mul " + to + "p, " + to + "q\n      " + to + "s: f64 = mul " + to + "z, " + to + "z\n      " + to +
         "u: [f64; 1] = update " + in + "[" + i + "] = " + to + "s\n      yield " + to + "u\n    }\n";
}

TEST(HandedLog, toOneLoop) { EXPECT_EQ(logsInside(nest(products("%n", "%a", "%e") + products("%n", "%b", "%h"))), 0u); }

TEST(HandedLog, ofTriangles) {
  EXPECT_EQ(
      logsInside(nest("    %left: i64 = sub %n, %k\n" + products("%left", "%a", "%e") + products("%k", "%b", "%h"))),
      0u);
}

TEST(HandedLog, toLoopsOneAfterAnother) {
  EXPECT_EQ(logsInside(nest(products("%n", "%a", "%c") + products("%k", "%c", "%d") + products("%n", "%d", "%e") +
                            products("%n", "%b", "%h"))),
            0u);
}

TEST(HandedLog, fromLevelToLevel) {
  EXPECT_EQ(
      logsInside(nest("    %e: [f64; 1] = loop %n, (%a) |%l: i64, %o: [f64; 1]| {\n" + products("%l", "%o", "%c") +
                      products("%n", "%c", "%d") + "    yield %d\n    }\n" + products("%n", "%b", "%h"))),
      0u);
}

TEST(HandedLog, toALoopThatChangesTwoArrays) {
  EXPECT_EQ(
      logsInside(nest(R"(    %e: [f64; 1], %h: [f64; 1] = loop %n, (%a, %b) |%i: i64, %c: [f64; 1], %d: [f64; 1]| {
      %p: f64 = index %c[%i]
      %g: f64 = index %d[%i]
      %s: f64 = mul %p, %g
      %z: f64 = mul %s, %s
      %c1: [f64; 1] = update %c[%i] = %z
      %d1: [f64; 1] = update %d[%i] = %s
      yield %c1, %d1
    }
)")),
      0u);
}

/// As electric and magnetic fields do.
TEST(HandedLog, toLoopsThatReadEachOther) {
  EXPECT_EQ(logsInside(nest(mixed("%a", "%e", "%b") + mixed("%b", "%h", "%e"))), 0u);
}

/// What a loop reads of the first array has been overwritten when the return sweep comes to it, and is not there yet.
/// The second one is handed down.
TEST(HandedLog, notWhereALoopReadsWhatWasThereBefore) {
  EXPECT_EQ(logsInside(nest(products("%n", "%a", "%e") + mixed("%b", "%h", "%a"))), 1u);
}

TEST(HandedLog, notWhereALoopNeedsACopy) {
  EXPECT_EQ(logsInside(nest(mixed("%a", "%e", "%a") + products("%n", "%b", "%h"))), 1u);
}

// The number is kept.
TEST(HandedLog, whereTheIterationReadsAnElement) {
  EXPECT_EQ(logsInside(nest("    %v: f64 = index %a[%k]\n    %w: f64 = mul %v, 2.0\n" +
                            products("%n", "%a", "%e", "%w") + products("%n", "%b", "%h"))),
            0u);
}

// Behind the loop, and in an arm.
TEST(HandedLog, whereTheIterationReadsWhatALoopHasMade) {
  EXPECT_EQ(logsInside(nest(products("%n", "%a", "%c") + "    %v: f64 = index %c[%k]\n    %w: f64 = sin %v\n" +
                            products("%n", "%c", "%e", "%w") + products("%n", "%b", "%h"))),
            0u);
  EXPECT_EQ(logsInside(nest("    %half: i64 = div %n, 2\n    %is: bool = lt %k, %half\n    %e: [f64; 1] = if %is {\n"
                            "    %v: f64 = index %a[%k]\n    %w: f64 = sin %v\n" +
                            products("%n", "%a", "%c", "%w") + "    yield %c\n    } else {\n    yield %a\n    }\n" +
                            products("%n", "%b", "%h"))),
            0u);
}

/// Where most rows may be empty, the room for kept numbers would be much more than their number.
TEST(HandedLog, notWhereRoomIsForManyNumbers) {
  EXPECT_EQ(logsInside(nest("    %few: i64 = sub 2, %k\n    %e: [f64; 1] = loop %few, (%a) |%l: i64, %o: [f64; 1]| {\n"
                            "      %v: f64 = index %o[%k]\n      %w: f64 = sin %v\n" +
                            products("%n", "%o", "%c", "%w") + "    yield %c\n    }\n" + products("%n", "%b", "%h"))),
            1u);
}

TEST(HandedLog, randomNestsWithFactors) {
  std::size_t withoutLogs = 0, withKept = 0;
  for (unsigned seed = 1; seed <= 120; ++seed) {
    const bool isFlat = seed % 2;
    const std::string text = Nests(seed, false, seed % 3 == 0, true).function(isFlat);
    withoutLogs += logsIn(text, {randomSquare(seed, isFlat), RuntimeValue::i64(4), RuntimeValue::indices({2, 0, 3, 0})}).inLoops == 0;
    const ir::Function adjoint = differentiated(wrapAdjoint(parsed(text))).value();
    bool keeps = false;
    ir::forEachStatement(adjoint.body, [&](const ir::Statement &s) {
      keeps |= std::holds_alternative<ir::Fill>(s.op) && adjoint.values.stored(s.results[0]) == ir::Stored::Kept;
    });
    withKept += keeps;
    if (::testing::Test::HasFailure())
      return;
  }
  EXPECT_GT(withoutLogs, 30u);
  EXPECT_GT(withKept, 30u);
}

TEST(HandedLog, notWhereTheIterationChangesAnElement) {
  EXPECT_EQ(logsInside(nest(products("%n", "%a", "%c") + "    %e: [f64; 1] = update %c[%k] = 0.7\n" +
                            products("%n", "%b", "%h"))),
            1u);
}

/// The number at the entry of each trip would be nowhere.
TEST(HandedLog, notToLoopsThatCarryNumbers) {
  EXPECT_EQ(logsInside(nest(R"(    %e: [f64; 1], %v: f64 = loop %n, (%a, 0.5) |%i: i64, %c: [f64; 1], %s: f64| {
      %p: f64 = index %c[%i]
      %z: f64 = mul %p, %s
      %w: f64 = mul %z, %z
      %d: [f64; 1] = update %c[%i] = %w
      yield %d, %w
    }
)" + products("%n", "%b", "%h"))),
            1u);
}

/// How far the loop runs, or which element it changes: the entries would have to say that.
TEST(HandedLog, notWhereDataDecide) {
  EXPECT_EQ(logsInside(nest("    %v: f64 = index %y[%k]\n    %ten: f64 = mul %v, 4.0\n    %some: i64 = cast %ten\n    "
                            "%most: i64 = max %some, 1\n" +
                            products("%most", "%a", "%e") + products("%n", "%b", "%h"))),
            1u);
}

/// An array that is only written is not undone, and needs no entries.
TEST(HandedLog, toLoopsThatAlsoWriteWhatNobodyReads) {
  EXPECT_EQ(
      logsInside(nest(R"(    %e: [f64; 1], %h: [f64; 1] = loop %n, (%a, %b) |%i: i64, %c: [f64; 1], %d: [f64; 1]| {
      %p: f64 = index %c[%i]
      %s: f64 = mul %p, %p
      %z: f64 = mul %s, %s
      %c1: [f64; 1] = update %c[%i] = %z
      %d1: [f64; 1] = update %d[%k] = %s
      yield %c1, %d1
    }
)")),
      0u);
}

/// A loop without derivatives is undone, too.
TEST(HandedLog, toLoopsOverIntegers) {
  const std::string text = R"(func @f(%x: [f64; 1], %m: [i64; 1], %n: i64) -> ([f64; 1]) {
  %r: [f64; 1], %q: [i64; 1] = loop %n, (%x, %m) |%k: i64, %a: [f64; 1], %b: [i64; 1]| {
    %h: [i64; 1] = loop %n, (%b) |%j: i64, %d: [i64; 1]| {
      %s: i64 = index %d[%j]
      %t: i64 = mul %s, 3
      %w: i64 = add %t, %k
      %d1: [i64; 1] = update %d[%j] = %w
      yield %d1
    }
    %e: [f64; 1] = loop %n, (%a) |%i: i64, %c: [f64; 1]| {
      %p: f64 = index %c[%i]
      %o: i64 = index %h[%i]
      %g: f64 = cast %o
      %z: f64 = mul %p, %g
      %v: f64 = mul %z, %z
      %c1: [f64; 1] = update %c[%i] = %v
      yield %c1
    }
    yield %e, %h
  }
  return %r
})";
  const Logs found =
      logsIn(text, {RuntimeValue::array({0.4, 0.3, -0.2}), RuntimeValue::indices({1, 2, 0}), RuntimeValue::i64(3)});
  EXPECT_EQ(found.inLoops, 0u);
}

} // namespace
} // namespace soac::test
