// The pass that gives arrays whose rows get their lengths in a loop room in front of it: which loops still widen them,
// and that the same comes out.
#include "Check.h"

namespace soac::test {
namespace {

/// %NAME is %array with room for %count elements in each row, as the frontend says it.
std::string widen(const std::string &name, const std::string &array, const std::string &count) {
  const std::string n = "%" + name, t = ": [f64; 2] = ";
  return n + "_e: i64 = extent " + array + ", 1\n" + n + "_c: bool = lt " + n + "_e, " + count + "\n" + n + t + "if " +
         n + "_c {\n  " + n + "_0: i64 = extent " + array + ", 0\n  " + n + "_s: i64 = sub " + count + ", " + n +
         "_e\n  " + n + "_f" + t + "fill 0.0, [" + n + "_s, " + n + "_0]\n  " + n + "_t" + t + "rearrange " + array +
         ", (1, 0)\n  " + n + "_l" + t + "concat " + n + "_t, " + n + "_f\n  " + n + "_b" + t + "rearrange " + n +
         "_l, (1, 0)\n  yield " + n + "_b\n} else {\n  yield " + array + "\n}\n";
}

/// %n empty rows go through a loop whose body makes %next of the array %p; then element %j of row 1 is read. Nothing,
/// or all, is still widened inside of the loop, that is, in so many places.
Passed filled(const std::string &body, unsigned widenings, const std::string &after = "") {
  const std::string text = "func @f(%n: i64, %m: i64, %j: i64, %x: f64) -> (f64) {\n"
                           "  %none: [f64; 1] = fill 0.0, [0]\n  %a: [f64; 2] = fill %none, [%n]\n"
                           "  %b: [f64; 2] = loop %n, (%a) |%i: i64, %p: [f64; 2]| {\n    %z: f64 = cast %i\n" +
                           body + "    yield %next\n  }\n" + after + "  %r: f64 = index %b[1, %j]\n  return %r\n}\n";
  Passed p = passed(text, {"row_room", "dce"});
  EXPECT_EQ(p.count<ir::Concat>(), widenings) << p.text();
  for (const std::int64_t n : {2, 4})
    for (const std::int64_t m : {2, 3})
      for (const std::int64_t j : {0, 1})
        p.on({RuntimeValue::i64(n), RuntimeValue::i64(m), RuntimeValue::i64(j), RuntimeValue::f64(0.7)});
  return p;
}

const std::string store = "    %next: [f64; 2] = update %q[%i, 1] = %z\n";

TEST(RowRoom, ofOneLengthForAll) {
  const Passed p = filled(widen("q", "%p", "%m") + store, 0);
  EXPECT_EQ(p.count<ir::Loop>(), 1u);
}

TEST(RowRoom, theGreaterOfTwoLengths) {
  filled("    %l: i64 = add %m, 2\n" + widen("o", "%p", "%l") + widen("q", "%o", "%m") + store, 0);
  filled(widen("o", "%p", "3") + "    %w: [f64; 2] = update %o[%i, 2] = %x\n" + widen("q", "%w", "%m") + store, 0);
}

TEST(RowRoom, lengthsThatTheLoopComputesAreComputedFirst) {
  const Passed p =
      filled("    %l: i64 = add %i, %m\n    %k: i64 = sub %l, 1\n" + widen("q", "%p", "%l") +
                 "    %w: [f64; 2] = update %q[%i, %k] = %x\n    %next: [f64; 2] = update %w[%i, 1] = %z\n",
             0);
  EXPECT_EQ(p.count<ir::Loop>(), 2u);
}

TEST(RowRoom, lengthsThatTakeElementsAreNot) {
  const Passed p =
      filled("    %c: bool = lt 0, %i\n    %l: i64 = if %c {\n      %e: f64 = index %p[0, 0]\n      %k: i64 = cast %e\n"
             "      %s: i64 = add %k, 2\n      yield %s\n    } else {\n      yield %m\n    }\n" +
                 widen("q", "%p", "%l") + store,
             1);
  EXPECT_EQ(p.count<ir::Loop>(), 1u);
}

TEST(RowRoom, inBranchesAndLoopsInside) {
  filled("    %c: bool = lt %i, 2\n    %next: [f64; 2] = if %c {\n" + widen("q", "%p", "%m") +
             "      %w: [f64; 2] = update %q[%i, 1] = %x\n      yield %w\n    } else {\n      yield %p\n    }\n",
         0);
  filled("    %next: [f64; 2] = loop %m, (%p) |%k: i64, %o: [f64; 2]| {\n      %l: i64 = add %k, 1\n" +
             widen("q", "%o", "%l") + "      %w: [f64; 2] = update %q[%i, %k] = %z\n      yield %w\n    }\n",
         0);
}

/// One branch makes an array of its own, whose rows have one element, %y, and then two; the other one four.
std::string anotherArray(const std::string &y) {
  return "    %c: bool = lt %i, 1\n    %next: [f64; 2] = if %c {\n      %short: [f64; 1] = fill " + y +
         ", [1]\n      %new: [f64; 2] = fill %short, [%n]\n" + widen("q", "%new", "%m") +
         "      %w: [f64; 2] = update %q[%i, 1] = %z\n      yield %w\n    } else {\n" + widen("o", "%p", "4") +
         "      %v: [f64; 2] = update %o[%i, 3] = %x\n      yield %v\n    }\n";
}

TEST(RowRoom, arraysThatAreMadeInABranchHaveItToo) {
  filled(anotherArray("0.0"), 0);
  filled(anotherArray("%x"), 2); // the others are zero
}

TEST(RowRoom, rowsThatAreCut) {
  filled(widen("q", "%p", "%m") +
             "    %row: [f64; 1] = index %q[%i]\n    %first: [f64; 1] = slice %row, start 0, count 1, step 1\n"
             "    %e: f64 = index %first[0]\n    %next: [f64; 2] = update %q[%i, 1] = %e\n",
         0);
}

/// What looks like it, but is done in other cases, is no widening.
TEST(RowRoom, otherConditionsStay) {
  std::string other = widen("q", "%p", "%m");
  const std::string condition = "lt %q_e, %m";
  other.replace(other.find(condition), condition.size(), "le %q_e, %i");
  EXPECT_EQ(passed("func @f(%n: i64, %m: i64) -> (i64) {\n  %a: [f64; 2] = fill 0.0, [%n, 1]\n"
                   "  %b: [f64; 2] = loop %n, (%a) |%i: i64, %p: [f64; 2]| {\n" + other + "    yield %q\n  }\n"
                   "  %r: f64 = index %b[0, 0]\n  %s: i64 = cast %r\n  return %s\n}\n",
                   {"row_room"})
                .count<ir::Concat>(),
            1u);
}

TEST(RowRoom, whoAsksHowMuchThereIsIsAnswered) {
  filled(widen("q", "%p", "%m") + store, 1,
         "  %size: i64 = extent %b, 1\n  %some: bool = lt 0, %size\n  check %some, \"none\"\n");
  filled(widen("q", "%p", "%m") +
             "    %row: [f64; 1] = index %q[%i]\n    %size: i64 = extent %row, 0\n    %y: f64 = cast %size\n"
             "    %next: [f64; 2] = update %q[%i, 1] = %y\n",
         1);
}

} // namespace
} // namespace soac::test
