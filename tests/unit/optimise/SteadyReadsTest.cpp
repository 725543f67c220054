// Reads of elements that a loop leaves as they are, in front of the loop.
#include "Check.h"

#include "unit/ad/Nests.h"

namespace soac::test {
namespace {

/// Loops over rows k + 1 to n - 1 of a square array, each with `inner` in a loop over the columns from `from` on.
std::string elimination(const std::string &inner, const std::string &from = "%first") {
  return R"(
func @f(%x: [f64; 1], %n: i64) -> ([f64; 1]) {
  %r: [f64; 1] = loop %n, (%x) |%k: i64, %a: [f64; 1]| {
    %first: i64 = add %k, 1
    %left: i64 = sub %n, %first
    %rest: i64 = max %left, 0
    %kn: i64 = mul %k, %n
    %kk: i64 = add %kn, %k
    %b: [f64; 1] = loop %rest, (%a) |%i: i64, %c: [f64; 1]| {
      %row: i64 = add %first, %i
      %rown: i64 = mul %row, %n
      %ik: i64 = add %rown, %k
      %columns: i64 = sub %n, )" +
         from + R"(
      %d: [f64; 1] = loop %columns, (%c) |%j: i64, %g: [f64; 1]| {
        %column: i64 = add )" +
         from + R"(, %j
        %ij: i64 = add %rown, %column
        %kj: i64 = add %kn, %column
)" + inner +
         R"(        yield %h
      }
      yield %d
    }
    yield %b
  }
  return %r
})";
}
const std::string subtraction = R"(        %y1: f64 = index %g[%ik]
        %y2: f64 = index %g[%kk]
        %y3: f64 = index %g[%kj]
        %y4: f64 = index %g[%ij]
        %q: f64 = div %y1, %y2
        %p: f64 = mul %q, %y3
        %z: f64 = sub %y4, %p
        %h: [f64; 1] = update %g[%ij] = %z
)";

std::vector<RuntimeValue> square(std::int64_t n) { return {dominantSquare(n, /*isFlat=*/true), RuntimeValue::i64(n)}; }

/// Reads of elements that the innermost loop has left.
std::size_t readsInside(const Passed &p) {
  std::size_t most = 0;
  ir::forEachStatement(p.after.body, [&](const ir::Statement &s) {
    if (const auto *loop = std::get_if<ir::Loop>(&s.op))
      most = std::max(most, static_cast<std::size_t>(llvm::count_if(
                                loop->body.statements, [](const ir::Statement &t) { return std::holds_alternative<ir::Index>(t.op); })));
  });
  return most;
}

TEST(SteadyReads, theFactorOfARowIsInFrontOfIt) {
  auto p = passed(elimination(subtraction), {"steady_reads"});
  for (std::int64_t n = 0; n < 5; ++n)
    p.on(square(n));
  EXPECT_EQ(readsInside(p), 2u) << p.text();
}

// The pivot is read in the loop over the rows, which may make no trip: only where it has been read in front of that loop, as well.
TEST(SteadyReads, whatMayNotExistStays) {
  std::string text = elimination(subtraction);
  const auto rowsOf = [](const Passed &p) { return p.text().find("index %c[%kk]") != std::string::npos; };
  EXPECT_TRUE(rowsOf(passed(text, {"steady_reads", "steady_reads"})));
  std::string other = text;
  other.insert(other.find("    %b: "), "    %v: f64 = index %a[%k]\n");
  EXPECT_TRUE(rowsOf(passed(other, {"steady_reads", "steady_reads"})));
  text.insert(text.find("    %b: "), "    %pivot: f64 = index %a[%kk]\n    %twice: f64 = add %pivot, %pivot\n"
                                     "    %a1: [f64; 1] = update %a[%kk] = %twice\n");
  text.replace(text.find("loop %rest, (%a)"), 16, "loop %rest, (%a1)");
  auto p = passed(text, {"steady_reads", "steady_reads"});
  for (std::int64_t n = 0; n < 5; ++n)
    p.on(square(n));
  EXPECT_FALSE(rowsOf(p)) << p.text();
}

// The first trip overwrites the factor.
TEST(SteadyReads, whatTheLoopMayWriteStays) {
  auto p = passed(elimination(subtraction, "%k"), {"steady_reads"});
  for (std::int64_t n = 0; n < 5; ++n)
    p.on(square(n));
  EXPECT_EQ(readsInside(p), 3u) << p.text();
}

TEST(SteadyReads, whatAFailureIsInFrontOfStays) {
  auto p = passed(elimination("        %fits: bool = lt %j, 1\n        check %fits, \"too long\"\n" + subtraction), {"steady_reads"});
  EXPECT_EQ(readsInside(p), 4u) << p.text();
}

// Of two loops one after the other the second one reads what has been there in front of the first one.
TEST(SteadyReads, loopsInFrontLeaveItToo) {
  auto p = passed(R"(
func @f(%x: [f64; 1], %y: [f64; 1]) -> ([f64; 1], f64) {
  %n: i64 = extent %y, 0
  %n1: i64 = add %n, 1
  %a: [f64; 1] = loop %n, (%x) |%i: i64, %b: [f64; 1]| {
    %j: i64 = add %i, 1
    %s: f64 = sin 0.5
    %c: [f64; 1] = update %b[%j] = %s
    yield %c
  }
  %d: [f64; 1], %sum: f64 = loop %n1, (%a, 0.0) |%i1: i64, %e: [f64; 1], %t: f64| {
    %v: f64 = index %e[0]
    %k: i64 = add %i1, 1
    %w: f64 = add %t, %v
    %g: [f64; 1] = update %e[%k] = %w
    yield %g, %w
  }
  return %d, %sum
})",
                  {"steady_reads"});
  for (std::int64_t n = 0; n < 4; ++n)
    p.on({RuntimeValue::array({0.3, 1, 2, 3, 4}), RuntimeValue::array(std::vector<double>(static_cast<std::size_t>(n)))});
  EXPECT_NE(p.text().find("index %x[0]"), std::string::npos) << p.text();
}

// What fails between the loops says whether there is such an element.
TEST(SteadyReads, whatAFailureBetweenLoopsIsInFrontOfStaysBehindIt) {
  std::string text = R"(
func @f(%x: [f64; 1], %y: [f64; 1]) -> ([f64; 1]) {
  %m: i64 = extent %y, 0
  %m1: i64 = add %m, 1
  %a: [f64; 1] = loop %m, (%x) |%i: i64, %b: [f64; 1]| {
    %c: [f64; 1] = update %b[%i] = 0.5
    yield %c
  }
  %size: i64 = extent %a, 0
  %fits: bool = lt %m1, %size
  check %fits, "too short"
  %d: [f64; 1] = loop %m1, (%a) |%i1: i64, %e: [f64; 1]| {
    %v: f64 = index %e[%m1]
    %g: [f64; 1] = update %e[%i1] = %v
    yield %g
  }
  return %d
})";
  auto p = passed(text, {"steady_reads"});
  EXPECT_NE(p.text().find("index %a["), std::string::npos) << p.text();
  p.on({RuntimeValue::array({1, 2, 3, 4}), RuntimeValue::array({5, 6})});
  const std::string check = "  check %fits, \"too short\"\n";
  text.erase(text.find(check), check.size());
  EXPECT_NE(passed(text, {"steady_reads"}).text().find("index %x["), std::string::npos);
}

TEST(SteadyReads, randomNests) {
  std::size_t changed = 0;
  for (unsigned seed = 0; seed < 800; ++seed) {
    const bool isFlat = seed % 2;
    auto p = passed(Nests(seed).function(isFlat), {"simplify", "cse", "dce", "steady_reads", "steady_reads"});
    changed += ir::toString(p.after) != ir::toString(passed(Nests(seed).function(isFlat), {"simplify", "cse", "dce"}).after);
    for (std::int64_t n = 0; n < 5; ++n)
      p.on({dominantSquare(n, isFlat), RuntimeValue::i64(n), someRows(n)}, 1e-13);
    if (::testing::Test::HasFailure())
      return;
  }
  EXPECT_GT(changed, 20u);
}

} // namespace
} // namespace soac::test
