// Which numbers a return sweep reads from the array that a loop has left behind, and that they are the right ones.
#include "Nests.h"

namespace soac::test {
namespace {

TEST(FinalElements, aFactorisationNeedsNoLog) {
  EXPECT_EQ(logsOfFactors(head + rows("        %p: f64 = mul %y1, %y2\n        %z: f64 = sub %y3, %p\n") + tail), 0u);
}

// Which may end early: of min(m, n) columns.
TEST(FinalElements, ofTheFirstColumnsNeedsNoLog) {
  std::string text = head + rows("        %p: f64 = mul %y1, %y2\n        %z: f64 = sub %y3, %p\n") + tail;
  const std::string loop = "= loop %n,";
  text.replace(text.find(loop), loop.size(), "= loop %few,");
  const std::string body = "{\n";
  text.replace(text.find(body), body.size(), "{\n  %most: i64 = max %n, 0\n  %few: i64 = min %m, %most\n");
  text.replace(text.find("%n: i64"), 7, "%n: i64, %m: i64");
  for (std::int64_t m : {0, 2, 5})
    EXPECT_EQ(logs(text, {RuntimeValue::array({4.1, 0.3, -0.2, 0.5, 5.0, 0.7, 0.1, -0.6, 3.0}), RuntimeValue::i64(3), RuntimeValue::i64(m)}), 0u);
}

// Rows of two numbers, of which more are changed: what belongs to the next row is overwritten there.
TEST(FinalElements, rowsMayOverlap) {
  std::string text = head + rows("        %p: f64 = mul %y1, %y2\n        %z: f64 = sub %y3, %p\n") + tail;
  for (const std::string row : {"mul %k, %n", "mul %row, %n"})
    text.replace(text.find(row), row.size(), row.substr(0, row.size() - 1) + "m");
  text.replace(text.find("%n: i64"), 7, "%n: i64, %m: i64");
  EXPECT_GT(logs(text, {RuntimeValue::array({4.1, 0.3, -0.2, 0.5, 5.0, 0.7, 0.1, -0.6, 3.0, 1.2}), RuntimeValue::i64(4),
                        RuntimeValue::i64(2)}),
            0u);
}

TEST(FinalElements, whatIsOverwrittenAndNeededIsLogged) {
  EXPECT_GT(logsOfFactors(
                head +
                rows("        %p: f64 = mul %y1, %y2\n        %s: f64 = mul %y3, %y3\n        %z: f64 = sub %s, %p\n") +
                tail),
            0u);
}

// The pivot of the last step is read in all: it is final only then.
TEST(FinalElements, aLaterIterationOverwritesToo) {
  const std::string last = "    %n2: i64 = mul %n, %n\n    %at: i64 = sub %n2, 1\n    %y: f64 = index %a[%at]\n"
                           "    %z: f64 = mul %y, %y\n    %b: [f64; 1] = update %a[%kk] = %z\n    yield %b\n";
  EXPECT_GT(logsOfFactors(head + last + tail), 0u);
}

// The number goes into the element whose place is computed behind it.
TEST(FinalElements, indicesMayComeLater) {
  const std::string square = "    %y: f64 = index %a[%kk]\n    %s: f64 = sqrt %y\n    %at: i64 = add %kn, %k\n"
                             "    %b: [f64; 1] = update %a[%at] = %s\n    yield %b\n";
  EXPECT_EQ(logsOfFactors(head + square + tail), 0u);
}

/// Rows, each made of the one before; `read` is the row that a step reads at its end.
std::string rowsOfSteps(const std::string &read) {
  return R"(
func @f(%w: [f64; 2], %x: [f64; 2]) -> ([f64; 2], f64) {
  %rows: i64 = extent %x, 0
  %steps: i64 = sub %rows, 1
  %n: i64 = extent %x, 1
  %r: [f64; 2], %sum: f64 = loop %steps, (%x, 0.0) |%t: i64, %a: [f64; 2], %sofar: f64| {
    %next: i64 = add %t, 1
    %b: [f64; 2] = loop %n, (%a) |%i: i64, %c: [f64; 2]| {
      %s: f64 = loop %n, (0.1) |%j: i64, %o: f64| {
        %v: f64 = index %w[%i, %j]
        %u: f64 = index %c[%t, %j]
        %p: f64 = mul %v, %u
        %q: f64 = add %o, %p
        yield %q
      }
      %e: f64 = tanh %s
      %d: [f64; 2] = update %c[%next, %i] = %e
      yield %d
    }
    %y: f64 = index %b[)" + read + R"(, 0]
    %z: f64 = mul %y, %y
    %more: f64 = add %sofar, %z
    yield %b, %more
  }
  return %r, %sum
})";
}

TEST(FinalElements, rowsThatAreWrittenOneAfterTheOther) {
  const std::vector<RuntimeValue> point{RuntimeValue::array({0.3, -0.4, 0.9, 0.2}, {2, 2}),
                                        RuntimeValue::array({0.5, -0.7, 1, 2, 3, 4, 5, 6}, {4, 2})};
  EXPECT_EQ(logs(rowsOfSteps("%next"), point), 0u);
  EXPECT_EQ(logs(rowsOfSteps("%t"), point), 0u);
  logs(rowsOfSteps("%steps"), point); // which the last step overwrites
}

/// A triangular system that is solved in place, forwards or backwards; `name` is what %a becomes.
std::string solution(const std::string &from, const std::string &name, bool isBackwards) {
  const std::string i = isBackwards ? "%up" + name : "%i" + name, j = isBackwards ? "%b" + name : "%j" + name;
  const std::string element = isBackwards ? j + ", " + i : i + ", " + j;
  return " %" + name + ": [f64; 1] = loop %n, (%" + from + ") |%i" + name + ": i64, %o" + name +
         ": [f64; 1]| {\n  %up" + name + ": i64 = sub %last, %i" + name + "\n  %s" + name + ": [f64; 1] = loop %i" +
         name + ", (%o" + name + ") |%j" + name + ": i64, %c" + name + ": [f64; 1]| {\n   %b" + name +
         ": i64 = sub %last, %j" + name + "\n   %y" + name + ": f64 = index %c" + name + "[" + i + "]\n   %z" + name +
         ": f64 = index %c" + name + "[" + j + "]\n   %w" + name + ": f64 = index %l[" + element + "]\n   %p" + name +
         ": f64 = mul %w" + name + ", %z" + name + "\n   %q" + name + ": f64 = sub %y" + name + ", %p" + name +
         "\n   %d" + name + ": [f64; 1] = update %c" + name + "[" + i + "] = %q" + name + "\n   yield %d" + name +
         "\n  }\n  %t" + name + ": f64 = index %s" + name + "[" + i + "]\n  %u" + name + ": f64 = index %l[" + i +
         ", " + i + "]\n  %v" + name + ": f64 = div %t" + name + ", %u" + name + "\n  %e" + name +
         ": [f64; 1] = update %s" + name + "[" + i + "] = %v" + name + "\n  yield %e" + name + "\n }\n";
}
const std::string system = "func @f(%x: [f64; 1], %l: [f64; 2], %steps: i64) -> ([f64; 1]) {\n %n: i64 = extent %x, "
                           "0\n %last: i64 = sub %n, 1\n";
const std::vector<RuntimeValue> numbersOfSystem{
    RuntimeValue::array({0.3, -0.4, 0.9}), RuntimeValue::array({2.1, 0.7, -0.5, 0.2, 1.8, 0.4, -0.3, 0.6, 2.4}, {3, 3}),
    RuntimeValue::i64(2)};

// The first solution is needed where the second one has overwritten it: a copy of three numbers.
TEST(FinalElements, whatIsOverwrittenWholeIsCopied) {
  EXPECT_EQ(logs(system + solution("x", "first", false) + solution("first", "second", true) + " return %second\n}",
                 numbersOfSystem),
            0u);
}

TEST(FinalElements, whatEachStepOverwritesWholeIsCopied) {
  EXPECT_EQ(logs(system + " %r: [f64; 1] = loop %steps, (%x) |%step: i64, %a: [f64; 1]| {\n" +
                     solution("a", "first", false) + solution("first", "second", true) +
                     " yield %second\n }\n return %r\n}",
                 numbersOfSystem),
            0u);
}

/// Where a number is read that is not final, a derivative is wrong.
TEST(FinalElements, randomNests) {
  std::size_t withoutLogs = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    const bool isFlat = seed % 2;
    const RuntimeValue point = randomSquare(seed, isFlat);
    withoutLogs +=
        logs(Nests(seed).function(isFlat), {point, RuntimeValue::i64(4), RuntimeValue::indices({2, 0, 3, 0})}) == 0;
    if (::testing::Test::HasFailure())
      return;
  }
  EXPECT_GT(withoutLogs, 5u);
}

} // namespace
} // namespace soac::test
