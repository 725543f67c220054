#include "analysis/IndexRanges.h"

#include "support/Parsed.h"

namespace soac::test {
namespace {

/// `text`: the body of the outermost of two loops, with counters %i and %j, in which %a and %b are indices. What is known of them?
bool holds(const std::string &text, llvm::function_ref<bool(const analysis::IndexRanges &, const ir::Function &)> is) {
  const ir::Function f = parsed("func @f(%n: i64, %m: i64, %k: i64, %table: [i64; 1], %x: [f64; 1]) -> () {\n"
                                "  %nx: i64 = add %n, 2\n  %e: i64 = extent %x, 0\n  %part: i64 = div %n, %k\n  %other: i64 = div %n, %m\n"
                                "  loop %n, () |%i: i64| {\n" + text + "\n    yield\n  }\n  return\n}");
  const analysis::DefUse definitions(f.body);
  for (const ir::Statement &s : f.body.statements)
    if (const auto *loop = std::get_if<ir::Loop>(&s.op))
      return is(analysis::IndexRanges(f.values, definitions, loop->body), f);
  return false;
}

/// Are they never the same in different iterations of the loop of %i?
bool areApart(const std::string &text, const std::string &a, const std::string &b, const std::string &others = {}) {
  return holds(text, [&](const analysis::IndexRanges &ranges, const ir::Function &f) {
    ir::Values some{named(f, a)}, rest{named(f, b)};
    if (!others.empty())
      some.push_back(named(f, others)), rest.push_back(named(f, others));
    return ranges.areApart(some, rest, [&](ir::Value array) { return array == named(f, "table"); });
  });
}
/// Is %a in an iteration never %b in a later one?
bool areApartLater(const std::string &text, const std::string &a, const std::string &b) {
  return holds(text, [&](const analysis::IndexRanges &ranges, const ir::Function &f) {
    return ranges.areApartLater({named(f, a)}, {named(f, b)});
  });
}
/// Is %a never %b in one iteration?
bool areApartInside(const std::string &text, const std::string &a, const std::string &b) {
  return holds(text, [&](const analysis::IndexRanges &ranges, const ir::Function &f) {
    return ranges.areApartInside({named(f, a)}, {named(f, b)});
  });
}

std::string nest(const std::string &count, const std::string &body) {
  return "loop " + count + ", () |%j: i64| {\n" + body + "\n yield\n }";
}

TEST(IndexRanges, multiplesOfTheCounter) {
  const std::string text = "%a: i64 = mul %i, 3\n %b: i64 = add %a, 2\n %c: i64 = add %a, 3\n %d: i64 = mul %i, %k\n %g: i64 = sub %m, %i";
  EXPECT_TRUE(areApart(text, "i", "i"));
  EXPECT_TRUE(areApart(text, "a", "b"));
  EXPECT_FALSE(areApart(text, "a", "c"));
  EXPECT_FALSE(areApart(text, "d", "d"));
  EXPECT_TRUE(areApart(text, "g", "g"));
  EXPECT_FALSE(areApart(text, "m", "m"));
}

TEST(IndexRanges, rowsOfFlatArrays) {
  const std::string flat = "%r: i64 = mul %i, %m\n %s: i64 = mul %i, %nx\n";
  EXPECT_TRUE(areApart(flat + nest("%m", "%a: i64 = add %r, %j"), "a", "a"));
  EXPECT_FALSE(areApart(flat + nest("%k", "%a: i64 = add %r, %j"), "a", "a"));
  // Of n + 2 columns the inner ones, n of them, with the next to the right, but not with the row below.
  EXPECT_TRUE(areApart(flat + nest("%n", "%a: i64 = add %s, %j\n %b: i64 = add %a, 2"), "a", "b"));
  EXPECT_FALSE(areApart(flat + nest("%n", "%a: i64 = add %s, %j\n %b: i64 = add %a, %nx"), "a", "b"));
  // Backwards, and columns of rows.
  EXPECT_TRUE(areApart(flat + nest("%m", "%a: i64 = sub %r, %j"), "a", "a"));
  EXPECT_TRUE(areApart(nest("%m", "%c: i64 = mul %j, %n\n %a: i64 = add %c, %i"), "i", "i"));
  EXPECT_TRUE(areApart(nest("%m", "%c: i64 = mul %j, %n\n %a: i64 = add %c, %i"), "a", "a"));
  EXPECT_FALSE(areApart(nest("%m", "%c: i64 = mul %j, %k\n %a: i64 = add %c, %i"), "a", "a"));
}

// A search that begins at i finds no number below it.
TEST(IndexRanges, numbersThatLoopsAndBranchesChoose) {
  const auto search = [](const std::string &begin, const std::string &found) {
    return "%p: i64 = loop %m, (" + begin +
           ") |%j: i64, %q: i64| {\n %there: i64 = add %i, %j\n %isLess: bool = lt %j, %k\n"
           " %next: i64 = if %isLess {\n yield " +
           found +
           "\n } else {\n yield %q\n }\n yield %next\n }\n"
           " %down: i64 = sub %n, %p";
  };
  EXPECT_TRUE(areApartLater(search("%i", "%there"), "i", "p"));
  EXPECT_FALSE(areApartLater(search("%i", "%j"), "i", "p"));
  EXPECT_FALSE(areApartLater(search("%k", "%there"), "i", "p"));
  EXPECT_FALSE(areApartLater(search("%i", "%there"), "p", "i"));
  EXPECT_FALSE(areApartLater(search("%i", "%there"), "p", "p"));
  EXPECT_TRUE(areApartLater(search("%i", "%there") + "\n %up: i64 = sub %n, %i", "up", "down"));
  const std::string branch = "%isLess: bool = lt %i, %k\n %next: i64 = add %i, 2\n"
                             " %p: i64 = if %isLess {\n yield %next\n } else {\n yield %i\n }\n"
                             " %r: i64 = if %isLess {\n yield %next\n } else {\n yield %k\n }";
  EXPECT_TRUE(areApartLater(branch, "i", "p"));
  EXPECT_FALSE(areApartLater(branch, "i", "r"));
}

TEST(IndexRanges, triangles) {
  const std::string text = "%r: i64 = mul %i, %n\n" + nest("%i", "%a: i64 = add %r, %j");
  EXPECT_TRUE(areApart(text, "a", "a"));
  EXPECT_TRUE(areApart("%d: i64 = sub %n, %i\n %r: i64 = mul %i, %n\n" + nest("%d", "%a: i64 = add %r, %j"), "a", "a"));
  EXPECT_FALSE(areApart("%d: i64 = add %n, %i\n %r: i64 = mul %i, %n\n" + nest("%d", "%a: i64 = add %r, %j"), "a", "a"));
}

TEST(IndexRanges, partsOfARow) {
  // Rows of n numbers in k parts of n / k.
  const auto parts = [](const std::string &size) {
    return "%r: i64 = mul %i, %n\n loop %k, () |%h: i64| {\n %p: i64 = mul %h, " + size + "\n %s: i64 = add %r, %p\n" +
           nest(size, "%a: i64 = add %s, %j") + "\n yield\n }";
  };
  EXPECT_TRUE(areApart(parts("%part"), "a", "a"));
  EXPECT_FALSE(areApart(parts("%other"), "a", "a"));
}

TEST(IndexRanges, rangesOneAfterTheOther) {
  const std::string text = nest("%m", "%a: i64 = add %j, %m\n %b: i64 = add %j, 1");
  EXPECT_TRUE(areApart(text, "j", "a"));
  EXPECT_TRUE(areApart(text, "a", "j"));
  EXPECT_FALSE(areApart(text, "j", "b"));
  // An extent is not negative.
  EXPECT_TRUE(areApart("%a: i64 = add %e, %n\n %b: i64 = add %a, %i", "i", "b"));
  EXPECT_FALSE(areApart("%a: i64 = add %k, %n\n %b: i64 = add %a, %i", "i", "b"));
}

TEST(IndexRanges, laterIterations) {
  const std::string text = "%up: i64 = add %i, 1\n %down: i64 = sub %m, %i\n %up1: i64 = add %down, 1\n" + nest("%m", "%behind: i64 = add %up, %j");
  EXPECT_TRUE(areApartLater(text, "i", "i"));
  EXPECT_TRUE(areApartLater(text, "i", "up"));
  EXPECT_FALSE(areApartLater(text, "up", "i"));
  EXPECT_TRUE(areApartLater(text, "i", "behind"));
  EXPECT_FALSE(areApartLater(text, "behind", "i"));
  EXPECT_TRUE(areApartLater(text, "up1", "down"));
  EXPECT_FALSE(areApartLater(text, "down", "up1"));
  EXPECT_FALSE(areApartLater(text, "k", "k"));
}

TEST(IndexRanges, columnsOfFlatArrays) {
  // Column i of any row, and columns behind it.
  const std::string text = "%up: i64 = add %i, 1\n %left: i64 = sub %n, %up\n %rest: i64 = max %left, 0\n" +
                           nest("%rest", "%c: i64 = add %up, %j\n %row: i64 = mul %j, %n\n %a: i64 = add %row, %i\n %b: i64 = add %row, %c") +
                           "\n loop %rest, () |%l: i64| {\n %lrow: i64 = mul %l, %n\n %d: i64 = add %lrow, %i\n %g: i64 = add %lrow, %up\n yield\n }";
  EXPECT_TRUE(areApartLater(text, "a", "b"));
  EXPECT_FALSE(areApartLater(text, "b", "a"));
  EXPECT_TRUE(areApartInside(text, "b", "d"));
  EXPECT_FALSE(areApartInside(text, "a", "d"));
  EXPECT_FALSE(areApartInside(text, "b", "g"));
  // The row may have fewer columns.
  const std::string other = nest("%m", "%c: i64 = add %i, %j\n %row: i64 = mul %j, %k\n %a: i64 = add %row, %i\n %b: i64 = add %row, %c");
  EXPECT_FALSE(areApartLater(other, "a", "b"));
}

TEST(IndexRanges, whatEqualIndicesDetermine) {
  const std::string text = nest("%m", "%t: i64 = index %table[%j]\n %a: i64 = sub %i, %t\n %q: i64 = index %table[%i]\n %b: i64 = sub %i, %q");
  EXPECT_FALSE(areApart(text, "a", "a"));
  EXPECT_TRUE(areApart(text, "a", "a", "j"));
  EXPECT_FALSE(areApart(text, "b", "b", "j"));
}

} // namespace
} // namespace soac::test
