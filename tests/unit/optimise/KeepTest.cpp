// Dear numbers that two loops of one count compute: the pass keep.
#include "Check.h"

namespace soac::test {
namespace {

void onAll(const Passed &p) {
  for (const std::vector<double> &x : {std::vector<double>{}, {1.5}, {0.5, 9.0, 3.0, 100.25}})
    Passed(p).on({RuntimeValue::array(x)});
}

/// How often the number is halved before it is at most 1, and what is left.
std::string halve(const std::string &number, const std::string &of) {
  return "    %times" + number + ": i64, %rest" + number + ": f64 = loop while (0, " + of + ") |%p" + number +
         ": i64, %q" + number + ": f64| {\n      %c" + number + ": bool = gt %q" + number + ", 1.0\n      yield %c" +
         number + "\n    } do |%s" + number + ": i64, %t" + number + ": f64| {\n      %u" + number + ": i64 = add %s" +
         number + ", 1\n      %v" + number + ": f64 = mul %t" + number + ", 0.5\n      yield %u" + number + ", %v" +
         number + "\n    }\n";
}

/// Two loops, of which the second goes through the elements at `index`.
std::string twoLoops(const std::string &index, const std::string &count = "%n") {
  return R"(
func @f(%x: [f64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %x, 0
  %sum: f64 = loop %n, (0.0) |%i: i64, %a: f64| {
    %e: f64 = index %x[%i]
)" + halve("1", "%e") +
         R"(    %f: f64 = cast %times1
    %g: f64 = mul %f, %rest1
    %b: f64 = add %a, %g
    yield %b
  }
  %zeros: [f64; 1] = fill 0.0, [%n]
  %r: [f64; 1] = loop )" +
         count + R"(, (%zeros) |%j: i64, %p: [f64; 1]| {
)" + index +
         R"(    %h: f64 = index %x[%k]
)" + halve("2", "%h") +
         R"(    %o: f64 = mul %rest2, %sum
    %q: [f64; 1] = update %p[%j] = %o
    yield %q
  }
  return %r
})";
}

const std::string same = "    %k: i64 = add %j, 0\n", backwards = "    %m: i64 = sub %n, %j\n    %k: i64 = sub %m, 1\n";

TEST(Keep, searchesAreNotDoneTwice) {
  for (const std::string &index : {same, backwards}) {
    const auto p = passed(twoLoops(index), {"keep", "dce"});
    EXPECT_EQ(p.count<ir::Loop>(), 3u) << p.text(); // the two loops, and one search
    onAll(p);
  }
}

TEST(Keep, ofAMapTheNumbersAreAResult) {
  const auto p = passed(R"(
func @f(%x: [f64; 1]) -> ([f64; 1], [f64; 1]) {
  %n: i64 = extent %x, 0
  %a: [f64; 1] = map %n, () |%i: i64| {
    %e: f64 = index %x[%i]
)" + halve("1", "%e") + R"(    yield %rest1
  }
  %first: [f64; 1] = fill 1.0, [%n]
  %b: [f64; 1] = map %n, () |%j: i64| {
    %h: f64 = index %x[%j]
)" + halve("2", "%h") + R"(    %f: f64 = cast %times2
    yield %f
  }
  return %a, %b
})",
                        {"keep", "dce"});
  EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
  onAll(p);
}

TEST(Keep, numbersOfOtherElementsAreOthers) {
  const std::string next = "    %m: i64 = sub %n, 1\n    %l: i64 = add %j, 1\n    %k: i64 = min %l, %m\n";
  const auto p = passed(twoLoops(next), {"keep", "dce"});
  EXPECT_EQ(p.count<ir::Loop>(), 4u);
  onAll(p);
  const std::string twice = "    %m: i64 = mul %j, 2\n    %k: i64 = rem %m, %n\n";
  onAll(passed(twoLoops(twice), {"keep", "dce"}));
}

TEST(Keep, cheapNumbersAreComputedAgain) {
  const auto p = passed(R"(
func @f(%x: [f64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %x, 0
  %sum: f64 = loop %n, (0.0) |%i: i64, %a: f64| {
    %e: f64 = index %x[%i]
    %f: f64 = mul %e, %e
    %b: f64 = add %a, %f
    yield %b
  }
  %zeros: [f64; 1] = fill 0.0, [%n]
  %r: [f64; 1] = loop %n, (%zeros) |%j: i64, %p: [f64; 1]| {
    %h: f64 = index %x[%j]
    %g: f64 = mul %h, %h
    %o: f64 = mul %g, %sum
    %q: [f64; 1] = update %p[%j] = %o
    yield %q
  }
  return %r
})",
                        {"keep", "dce"});
  EXPECT_EQ(p.count<ir::Fill>(), 1u);
  onAll(p);
}

/// The exponentials of x summed, and those of `array` over the sum; `more` follows the second exponential.
std::string exponentials(const std::string &array, const std::string &more = "", const std::string &result = "%h") {
  return R"(
func @f(%x: [f64; 1], %y: [f64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %x, 0
  %sum: f64 = map_reduce %n, (%x) |%i: i64, %a: f64| {
    %b: f64 = exp %a
    yield %b
  } reduce (0.0) |%c: f64, %d: f64| {
    %e: f64 = add %c, %d
    yield %e
  }
  %r: [f64; 1] = map %n, ()" + array + R"() |%j: i64, %f: f64| {
    %g: f64 = exp %f
    %h: f64 = div %g, %sum
)" + more + "    yield " + result + R"(
  }
  return %r
})";
}

int exponentialsOf(const Passed &p) {
  int count = 0;
  ir::forEachStatement(p.after.body, [&](const ir::Statement &s) {
    const auto *apply = std::get_if<ir::Apply>(&s.op);
    count += apply && apply->prim == ir::Prim::Exp;
  });
  return count;
}

void onTwo(const Passed &p) {
  for (const std::vector<double> &x : {std::vector<double>{}, {1.5}, {0.5, -9.0, 3.0, 2.25}})
    Passed(p).on({RuntimeValue::array(x), RuntimeValue::array(std::vector<double>(x.rbegin(), x.rend()))});
}

TEST(Keep, aFunctionIsKeptWhereItsOperandIsReadNoMore) {
  const auto p = passed(exponentials("%x"), {"keep", "dce"});
  EXPECT_EQ(exponentialsOf(p), 1) << p.text();
  onTwo(p);
}

TEST(Keep, aFunctionIsComputedAgainWhereItsOperandIsReadAnyway) {
  const auto p = passed(exponentials("%x", "    %k: f64 = add %h, %f\n", "%k"), {"keep", "dce"});
  EXPECT_EQ(exponentialsOf(p), 2) << p.text();
  onTwo(p);
}

TEST(Keep, functionsOfOtherArraysAreOthers) {
  const auto p = passed(exponentials("%y"), {"keep", "dce"});
  EXPECT_EQ(exponentialsOf(p), 2) << p.text();
  onTwo(p);
}

} // namespace
} // namespace soac::test
