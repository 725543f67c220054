// Sums over the rows of triangles that lie in memory by columns.
#include "Numbers.h"

namespace soac::test {
namespace {

/// Is no sum carried any more?
bool areByColumns(const Passed &p) {
  bool isSum = false;
  ir::forEachStatement(p.after.body, [&](const ir::Statement &s) {
    if (const auto *loop = std::get_if<ir::Loop>(&s.op))
      for (const ir::Value init : loop->inits)
        isSum |= p.after.values.type(init).isScalar();
  });
  return !isSum;
}

// The columns of a packed triangle, as those of the mixture model of ADBench; sums begin with a number of the row.
TEST(Triangles, packedColumns) {
  auto p = passed(R"(
func @f(%x: [f64; 1], %a: [f64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %x, 0
  %y: [f64; 1] = map %n, (%x) |%i: i64, %own: f64| {
    %first: f64 = mul %own, 2.0
    %s: f64 = loop %i, (%first) |%j: i64, %t: f64| {
      %d: i64 = mul %n, 2
      %e: i64 = sub %d, %j
      %e_1: i64 = add %e, -1
      %g: i64 = mul %j, %e_1
      %h: i64 = div %g, 2
      %k: i64 = add %h, %i
      %l: i64 = sub %k, %j
      %m: i64 = add %l, -1
      %b: f64 = index %a[%m]
      %c: f64 = index %x[%j]
      %u: f64 = mul %b, %c
      %v: f64 = sub %u, %own
      %t_1: f64 = add %t, %v
      yield %t_1
    }
    %z: f64 = mul %s, %s
    yield %z
  }
  return %y
})",
                  {"triangles"});
  EXPECT_TRUE(areByColumns(p)) << p.text();
  for (const std::int64_t n : {0, 1, 2, 5, 40})
    p.on({numbers({n}), numbers({n * (n - 1) / 2})});
}

/// `rows` gives an array from rows %i of n, each with `sum` inside of its loop of `count` trips.
std::string rowsOf(const std::string &count, const std::string &element, const std::string &n = "%n") {
  return "func @f(%n: i64, %x: [f64; 1], %a: [f64; 2]) -> ([f64; 1]) {\n"
         "  %w: [f64; 1] = fill 1.0, [%n]\n"
         "  %y: [f64; 1] = loop " +
         n +
         ", (%w) |%i: i64, %v: [f64; 1]| {\n"
         "    %i_1: i64 = add %i, 1\n    %i_2: i64 = add %i, 2\n" +
         "    %s: f64, %q: f64 = loop " + count +
         ", (0.5, 1.0) |%j: i64, %t: f64, %r: f64| {\n"
         "      %b: f64 = index %a[" +
         element +
         "]\n"
         "      %c: f64 = index %x[%j]\n"
         "      %u: f64 = mul %b, %c\n"
         "      %t_1: f64 = add %u, %t\n"
         "      %r_1: f64 = sub %r, %b\n"
         "      yield %t_1, %r_1\n    }\n"
         "    %z: f64 = mul %s, %q\n"
         "    %v_1: [f64; 1] = update %v[%i] = %z\n"
         "    yield %v_1\n  }\n  return %y\n}";
}

// Two sums of a loop over rows, one of which is taken away from; with and without the diagonal.
TEST(Triangles, columnsOfTwoDimensions) {
  for (const char *count : {"%i", "%i_1"}) {
    auto p = passed(rowsOf(count, "%j, %i"), {"triangles"});
    EXPECT_TRUE(areByColumns(p)) << p.text();
    for (const std::int64_t n : {0, 1, 2, 6})
      p.on({RuntimeValue::i64(n), numbers({n + 2}), numbers({n + 2, n + 2})});
  }
}

// What sums begin with is a function, or carried by the loop over the rows: it is added to the sums of the terms.
TEST(Triangles, beginningsThatAreNotComputedAgain) {
  for (const std::string begin : {"%g: f64 = exp %e\n", "%g: f64 = mul %e, %e\n"}) {
    std::string text = rowsOf("%i", "%j, %i");
    text.replace(text.find("(0.5, 1.0)"), 10, "(%g, 1.0)");
    text.insert(text.find("    %s: f64, %q"), "    %e: f64 = index %v[%i]\n    " + begin);
    auto p = passed(text, {"triangles"});
    EXPECT_TRUE(areByColumns(p)) << p.text();
    for (const std::int64_t n : {0, 1, 2, 6})
      p.on({RuntimeValue::i64(n), numbers({n + 2}), numbers({n + 2, n + 2})}, 1e-14);
  }
}

TEST(Triangles, othersStay) {
  const std::vector<RuntimeValue> arguments{RuntimeValue::i64(6), numbers({9}), numbers({9, 9})};
  // By rows, by neither, with a term more than there are rows, for all rows the same, of few rows.
  for (const std::string &text : {rowsOf("%i", "%i, %j"), rowsOf("%i", "%j, 2"), rowsOf("%i_2", "%j, %i"),
                                  rowsOf("%n", "%j, %i"), rowsOf("%i", "%j, %i", "4")}) {
    auto p = passed(text, {"triangles"});
    EXPECT_FALSE(areByColumns(p)) << p.text();
    p.on(arguments);
  }
  // Rows that need those before them, as forward substitution does.
  std::string text = rowsOf("%i", "%j, %i");
  text.replace(text.find("index %x[%j]"), 12, "index %v[%j]");
  auto p = passed(text, {"triangles"});
  EXPECT_FALSE(areByColumns(p)) << p.text();
  p.on(arguments);
  // A product beside the sum.
  text = rowsOf("%i", "%j, %i");
  text.replace(text.find("sub %r, %b"), 10, "mul %r, %b");
  p = passed(text, {"triangles"});
  EXPECT_FALSE(areByColumns(p)) << p.text();
  p.on(arguments);
  // A check in front of the sums, which say first what is wrong.
  text = rowsOf("%i", "%j, %i");
  text.replace(text.find("    %s: f64"), 0, "    %ok: bool = lt %i, 7\n    check %ok, \"many\"\n");
  p = passed(text, {"triangles"});
  EXPECT_FALSE(areByColumns(p)) << p.text();
}

} // namespace
} // namespace soac::test
