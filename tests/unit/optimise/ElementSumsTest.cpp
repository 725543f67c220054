// Sums in an element of an array that a loop also changes elsewhere.
#include "Check.h"

namespace soac::test {
namespace {

/// A loop over j < m, in a loop over k < n, of an array with rows of n numbers. `trip` makes %q of %p.
Passed passed(const std::string &trip, const std::string &count = "%rest") {
  const ir::Function before =
      parsed("func @f(%a: [f64; 1], %x: [f64; 1], %n: i64) -> ([f64; 1]) {\n"
             " %r: [f64; 1] = loop %n, (%a) |%k: i64, %b: [f64; 1]| {\n"
             "  %first: i64 = add %k, 1\n  %left: i64 = sub %n, %first\n  %rest: i64 = max %left, 0\n  %less: i64 = "
             "sub %left, 1\n  %short: i64 = max %less, 0\n"
             "  %kn: i64 = mul %k, %n\n  %kk: i64 = add %kn, %k\n  %under: i64 = add %kk, %n\n"
             "  %c: [f64; 1] = loop " +
             count +
             ", (%b) |%j: i64, %p: [f64; 1]| {\n"
             "   %column: i64 = add %first, %j\n   %kj: i64 = add %kn, %column\n   %w: f64 = index %x[%column]\n" +
             trip + "   yield %q\n  }\n  yield %c\n }\n return %r\n}");
  Passed p{before, optimise::byName("dce")->run(optimise::byName("element_sums")->run(before))};
  for (const std::string &problem : ir::verify(p.after))
    ADD_FAILURE() << problem;
  std::vector<double> a, x;
  for (int i = 0; i < 16; ++i)
    a.push_back(0.1 * i - 0.7), x.push_back(0.3 * i - 1);
  for (const std::int64_t n : {0, 1, 2, 4})
    p.on({RuntimeValue::array(a), RuntimeValue::array(x), RuntimeValue::i64(n)}, 1e-13);
  return p;
}
std::size_t sums(const std::string &trip, const std::string &count = "%rest") {
  return passed(trip, count).count<ir::MapReduce>();
}

const std::string term = "   %y: f64 = index %p[%kj]\n   %t: f64 = mul %y, %w\n";
std::string add(const std::string &from, const std::string &at, const std::string &to, const std::string &op = "add") {
  return "   %e" + to + ": f64 = index %" + from + "[%" + at + "]\n   %s" + to + ": f64 = " + op + " %e" + to +
         ", %t\n   %" + to + ": [f64; 1] = update %" + from + "[%" + at + "] = %s" + to + "\n";
}

TEST(ElementSums, besideNothing) {
  const Passed p = passed(term + add("p", "kk", "q"));
  EXPECT_EQ(p.count<ir::MapReduce>(), 1u);
  EXPECT_EQ(sums(term + add("p", "kk", "q", "sub")), 1u);
}

TEST(ElementSums, besideOtherElements) {
  EXPECT_EQ(sums("   %row: i64 = mul %column, %n\n   %jk: i64 = add %row, %k\n" + term + add("p", "kk", "o") +
                 add("o", "jk", "q")),
            1u);
  EXPECT_EQ(sums(term + add("p", "kj", "o") + add("o", "kk", "q")), 1u) << "what the term reads is written afterwards";
}

TEST(ElementSums, ofNoTripsTheElementNeedNotBeThere) {
  EXPECT_EQ(sums("   %below: i64 = add %kk, %n\n" + term + add("p", "below", "q")), 0u) << "its index is computed in the loop";
  EXPECT_EQ(sums(term + add("p", "under", "q")), 1u);
}

TEST(ElementSums, notOfElementsThatAreReadThere) {
  EXPECT_EQ(sums("   %z: f64 = index %p[%kk]\n   %t: f64 = mul %z, %w\n" + add("p", "kk", "q")), 0u);
  EXPECT_EQ(sums(term + add("p", "kk", "o") +
                 "   %z: f64 = index %o[%kk]\n   %v: f64 = mul %z, 0.5\n   %q: [f64; 1] = update %o[%kj] = %v\n"),
            0u);
}

TEST(ElementSums, notWhereTheElementMayBeAmongTheOthers) {
  EXPECT_EQ(sums("   %kb: i64 = add %kn, %j\n   %y: f64 = index %x[%kb]\n   %t: f64 = mul %y, %w\n" +
                     add("p", "kb", "o") + add("o", "kk", "q"),
                 "%n"),
            0u);
}

TEST(ElementSums, notOfTermsThatTheLoopHasChanged) {
  EXPECT_EQ(sums("   %before: i64 = sub %kj, 1\n   %y: f64 = index %p[%kj]\n   %t: f64 = mul %y, %w\n" +
                 add("p", "kj", "o") + "   %z: f64 = index %o[%kj]\n   %v: f64 = mul %z, 0.5\n" +
                 "   %ee: f64 = index %o[%kk]\n   %se: f64 = add %ee, %v\n   %q: [f64; 1] = update %o[%kk] = %se\n"),
            0u);
  EXPECT_EQ(sums("   %next: i64 = add %kj, 1\n   %y: f64 = index %x[%kj]\n   %t: f64 = mul %y, %w\n" +
                     add("p", "next", "o") + "   %z: f64 = index %o[%kj]\n   %v: f64 = mul %z, 0.5\n" +
                     "   %ee: f64 = index %o[%kk]\n   %se: f64 = add %ee, %v\n   %q: [f64; 1] = update %o[%kk] = %se\n",
                 "%short"),
            0u);
}

} // namespace
} // namespace soac::test
