// Quotients, remainders and comparisons of indices in loops.
#include "Check.h"

namespace soac::test {
namespace {

/// A loop of %n iterations, which adds up what the text makes %q of its counter %i; %m is any number.
std::string loopOf(const std::string &text) {
  return R"(
func @f(%n: i64, %m: i64) -> (i64) {
  %s: i64 = loop %n, (0) |%i: i64, %a: i64| {
)" + text + R"(
    %scaled: i64 = mul %a, 3
    %next: i64 = add %scaled, %q
    yield %next
  }
  return %s
})";
}

Passed quotients(const std::string &text) {
  auto p = passed(loopOf(text), {"quotients", "dce"});
  for (const std::int64_t n : {-1, 0, 1, 2, 7})
    for (const std::int64_t m : {1, 2, 5})
      p.on({RuntimeValue::i64(n), RuntimeValue::i64(m)});
  return p;
}

bool has(const Passed &p, const std::string &word) { return p.text().find(" " + word + " ") != std::string::npos; }

TEST(Quotients, ofMultiplesAndWhatIsLess) {
  EXPECT_FALSE(has(quotients("%k: i64 = mul %i, 2\n %o: i64 = add %k, 1\n %q: i64 = div %o, 2"), "div"));
  EXPECT_FALSE(has(quotients("%k: i64 = mul %i, 6\n %o: i64 = add %k, 5\n %q: i64 = rem %o, 3"), "rem"));
  // An exact quotient of any number, though it may be negative.
  EXPECT_FALSE(has(quotients("%k: i64 = sub %i, 3\n %o: i64 = mul %k, 4\n %q: i64 = div %o, 4"), "div"));
  // Backwards: n - 1 - i is not negative.
  EXPECT_FALSE(has(quotients("%b: i64 = sub %n, %i\n %l: i64 = add %b, -1\n %k: i64 = mul %l, 2\n %o: i64 = add %k, 1\n %q: i64 = div %o, 2"), "div"));
}

TEST(Quotients, thatAreNotKnownStay) {
  // (2 k + 1) / 2 is k + 1 for negative k, in arithmetic that truncates.
  EXPECT_TRUE(has(quotients("%k: i64 = sub %i, 3\n %t: i64 = mul %k, 2\n %o: i64 = add %t, 1\n %q: i64 = div %o, 2"), "div"));
  EXPECT_TRUE(has(quotients("%k: i64 = mul %i, 3\n %q: i64 = div %k, 2"), "div"));
  EXPECT_TRUE(has(quotients("%k: i64 = mul %i, %m\n %o: i64 = add %k, 1\n %q: i64 = div %o, %m"), "div"));
}

TEST(Quotients, byCountsOfInnerLoops) {
  auto p = passed(R"(
func @f(%n: i64, %m: i64) -> (i64) {
  %s: i64 = loop %n, (0) |%i: i64, %a: i64| {
    %row: i64 = mul %i, %m
    %t: i64 = loop %m, (%a) |%j: i64, %b: i64| {
      %at: i64 = add %row, %j
      %q: i64 = div %at, %m
      %r: i64 = rem %at, %m
      %u: i64 = mul %q, 10
      %v: i64 = add %u, %r
      %w: i64 = add %b, %v
      yield %w
    }
    yield %t
  }
  return %s
})",
                  {"quotients", "dce"});
  EXPECT_FALSE(has(p, "div") || has(p, "rem")) << p.text();
  p.on({RuntimeValue::i64(3), RuntimeValue::i64(4)}).on({RuntimeValue::i64(3), RuntimeValue::i64(0)});
}

TEST(Quotients, comparisonsThatTheCountDecides) {
  const std::string one = " %q: i64 = cast %c";
  for (const char *decided : {"%c: bool = lt %i, %n", "%c: bool = ge %i, 0", "%c: bool = ge %i, %n", "%c: bool = gt 0, %i",
                              "%k: i64 = add %i, 1\n %c: bool = le %k, %n", "%k: i64 = add %i, 1\n %c: bool = eq %k, %i",
                              "%k: i64 = add %i, 1\n %c: bool = ne %k, %i", "%k: i64 = sub %i, -1\n %l: i64 = add %k, -1\n %c: bool = eq %l, %i"}) {
    const auto p = quotients(decided + one);
    EXPECT_TRUE(p.text().find(" true") != std::string::npos || p.text().find(" false") != std::string::npos) << p.text();
  }
  for (const char *open : {"%k: i64 = add %i, 1\n %c: bool = lt %k, %n", "%c: bool = gt %i, 0", "%c: bool = eq %i, 2", "%c: bool = lt %i, %m"}) {
    const auto p = quotients(open + one);
    EXPECT_TRUE(p.text().find(" true") == std::string::npos && p.text().find(" false") == std::string::npos) << p.text();
  }
}

TEST(Quotients, differencesOfManyTermsStay) {
  std::string text = "func @f(";
  for (int k = 0; k < 40; ++k)
    text += (k > 0 ? ", " : "") + ("%a" + std::to_string(k)) + ": i64";
  text += ") -> (i64) {\n";
  for (int k = 1; k < 40; ++k)
    text += "  %s" + std::to_string(k) + ": i64 = sub %" + (k == 1 ? "a0" : "s" + std::to_string(k - 1)) + ", %a" + std::to_string(k) + "\n";
  auto p = passed(text + "  return %s39\n}", {"quotients"});
  std::vector<RuntimeValue> numbers;
  for (int k = 0; k < 40; ++k)
    numbers.push_back(RuntimeValue::i64(k * k));
  p.on(numbers);
}

} // namespace
} // namespace soac::test
