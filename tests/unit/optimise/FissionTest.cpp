// The pass that splits loops around one that reads crosswise: which it splits, which it must not, and that the same comes out.
#include "Check.h"

namespace soac::test {
namespace {

/// A loop over columns %j of the matrix %a, which carries the rows %c and reads the row %b.
std::string columns(llvm::StringRef body, llvm::StringRef inner = "%n") {
  std::string text = "func @f(%n: i64, %m: i64, %a: [f64; 2], %b: [f64; 1]) -> ([f64; 1]) {\n"
                     "  %r: [f64; 1] = loop %m, (%b) |%j: i64, %c: [f64; 1]| {\n" + body.str() + "  }\n  return %r\n}\n";
  if (const auto at = text.find("loop N"); at != std::string::npos)
    text.replace(at, 6, "loop " + inner.str());
  return text;
}

/// How many of the function's own loops there are after the passes.
std::size_t loops(llvm::StringRef text, std::initializer_list<llvm::StringRef> passes = {"fission"}) {
  Passed p = passed(text, passes);
  std::vector<double> matrix, row;
  for (int k = 0; k < 81; ++k)
    matrix.push_back(0.3 * k - 0.01 * k * k);
  for (int k = 0; k < 9; ++k)
    row.push_back(1.5 - 0.2 * k);
  for (const std::int64_t n : {0, 1, 5})
    for (const std::int64_t m : {0, 1, 7})
      p.on({RuntimeValue::i64(n), RuntimeValue::i64(m), RuntimeValue::array(matrix, {9, 9}), RuntimeValue::array(row)});
  return llvm::count_if(p.after.body.statements,
                        [](const ir::Statement &s) { return std::holds_alternative<ir::Loop>(s.op); });
}

const char *const product = R"(
    %f: f64 = index %b[%j]
    %s: f64 = loop N, (1.5) |%i: i64, %t: f64| {
      %x: f64 = index %a[%i, %j]
      %y: f64 = mul %x, %f
      %z: f64 = add %t, %y
      yield %z
    }
    %u: f64 = mul %s, 0.5
    %d: [f64; 1] = update %c[%j] = %u
    yield %d
)";

TEST(Fission, sumsOverColumns) {
  EXPECT_EQ(loops(columns(product)), 2u);
  const Passed p = passed(columns(product), {"fission", "interchange"});
  EXPECT_LT(p.text().find("loop %n"), p.text().find("loop %m")) << "columns are the inner loop:\n" << p.text();
}

TEST(Fission, elementsOfTheirOwnAreReadAsTheyWere) {
  std::string own = columns(product);
  own.replace(own.find("index %b[%j]"), 12, "index %c[%j]");
  EXPECT_EQ(loops(own), 2u);
}

TEST(Fission, elementsThatOtherIterationsWriteKeepTheLoop) {
  std::string others = columns(product);
  others.replace(others.find("index %b[%j]"), 12, "index %c[0]");
  EXPECT_EQ(loops(others), 1u);
}

TEST(Fission, theInnerLoopReadsWhatTheOuterOneChanges) {
  std::string inside = columns(product);
  inside.replace(inside.find("%y: f64 = mul %x, %f"), 20, "%o: f64 = index %c[%i]\n      %y: f64 = mul %x, %o");
  EXPECT_EQ(loops(inside), 1u);
}

TEST(Fission, whatLiesInOrderStays) {
  std::string rows = columns(product);
  rows.replace(rows.find("index %a[%i, %j]"), 16, "index %a[%j, %i]");
  EXPECT_EQ(loops(rows), 1u);
}

TEST(Fission, shortLoopsStay) {
  EXPECT_EQ(loops(columns(product, "3")), 1u);
}

TEST(Fission, sumsThatBeginAnywhereStay) {
  std::string first = columns(product);
  first.replace(first.find("(1.5)"), 5, "(%f)");
  EXPECT_EQ(loops(first), 1u);
}

TEST(Fission, additionsToAccumulators) {
  const Passed p = passed(R"(
func @f(%n: i64, %m: i64, %a: [f64; 2], %c: [f64; 1], %p: [f64; 2]) -> ([f64; 2], [f64; 1]) {
  %q: [f64; 2], %w: [f64; 1] = with_accumulators (%p) |%e: acc [f64; 2]| {
    %r: [f64; 1] = loop %m, (%c) |%j: i64, %d: [f64; 1]| {
      %s: f64 = index %d[%j]
      %g: [f64; 1] = update %d[%j] = 0.0
      loop %n, () |%i: i64| {
        %x: f64 = index %a[%i, %j]
        %y: f64 = mul %x, %s
        accumulate %e[%i, %j] += %y
        yield
      }
      yield %g
    }
    yield %r
  }
  return %q, %w
})",
                          {"fission"});
  EXPECT_EQ(p.count<ir::Loop>(), 3u) << p.text();
}

} // namespace
} // namespace soac::test
