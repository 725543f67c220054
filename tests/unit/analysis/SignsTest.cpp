#include "analysis/Signs.h"

#include "support/Parsed.h"

#include <map>
#include <string>

namespace soac::test {
namespace {

/// What is known of each value by name: "+" is positive, "0+" not negative, "!0" not zero, "?" nothing. Arms are walked.
std::map<std::string, std::string> signsOf(const std::string &statements) {
  const ir::Function f = parsed("func @f(%x: f64, %y: f64) -> () {\n" + statements + "  return\n}");
  analysis::Signs signs(f.values);
  std::map<std::string, std::string> result;
  const auto visit = [&](auto &&self, const ir::Block &block) -> void {
    for (const ir::Statement &s : block.statements) {
      if (const auto *branch = std::get_if<ir::If>(&s.op))
        for (const bool holds : {true, false}) {
          const std::size_t before = signs.enter(branch->condition, holds);
          self(self, holds ? branch->then : branch->otherwise);
          signs.leave(before);
        }
      signs.pass(s);
      for (ir::Value r : s.results) {
        const analysis::Sign sign = signs.of(r);
        result[f.values.name(r).text] = sign.isPositive() ? "+" : sign.isNotNegative ? "0+" : sign.isNotZero() ? "!0" : "?";
      }
    }
  };
  visit(visit, f.body);
  return result;
}

TEST(Signs, ofSumsAndProducts) {
  const auto s = signsOf(R"(
  %a: f64 = mul %x, %x
  %b: f64 = mul %x, %y
  %c: f64 = add %a, 1e-9
  %d: f64 = add %b, 1.0
  %e: f64 = sqrt %c
  %g: f64 = neg %e
  %h: f64 = max %x, 2.0
  %i: f64 = min %e, %a
  %j: f64 = exp %x
  %k: f64 = div %a, %c
  %l: f64 = sub %a, %c
  %m: f64 = mul %c, %c
)");
  const std::map<std::string, std::string> expected = {{"a", "0+"}, {"b", "?"}, {"c", "+"},  {"d", "?"},  {"e", "+"}, {"g", "!0"},
                                                       {"h", "+"},  {"i", "0+"}, {"j", "0+"}, {"k", "0+"}, {"l", "?"}, {"m", "+"}};
  EXPECT_EQ(s, expected);
}

TEST(Signs, ofProductsOfWhatIsFarFromZero) {
  const auto s = signsOf(R"(
  %a: f64 = mul %x, %x
  %b: f64 = add %a, 1e-3
  %c: f64 = sqrt %b
  %d: f64 = mul %b, %c
  %e: f64 = neg %d
  %g: f64 = mul %e, %c
  %h: f64 = add %a, 1e-170
  %i: f64 = mul %h, %b
  %j: f64 = mul %h, %h
  %k: f64 = mul -1e-200, %h
  %p: f32 = cast %x
  %q: f32 = mul %p, %p
  %t: f32 = add %q, f32:1e-20
  %u: f32 = mul %t, f32:3.0
  %v: f32 = mul %t, %t
)");
  const std::map<std::string, std::string> expected = {{"a", "0+"}, {"b", "+"},  {"c", "+"}, {"d", "+"}, {"e", "!0"},
                                                       {"g", "!0"}, {"h", "+"},  {"i", "+"}, {"j", "0+"}, {"k", "?"},
                                                       {"p", "?"},  {"q", "0+"}, {"t", "+"}, {"u", "+"}, {"v", "0+"}};
  EXPECT_EQ(s, expected);
}

/// What is known of x in the two arms of a branch.
std::string inArms(const std::string &test) {
  const auto s = signsOf(test + R"(
  %r: f64 = if %c {
    %a: f64 = select true, %x, %x
    yield %a
  } else {
    %b: f64 = select true, %x, %x
    yield %b
  }
  %after: f64 = select true, %x, %x
)");
  EXPECT_EQ(s.at("after"), "?");
  return s.at("a") + " " + s.at("b");
}

TEST(Signs, inTheArmsOfABranch) {
  EXPECT_EQ(inArms("  %c: bool = gt %x, 0.0\n"), "+ ?");
  EXPECT_EQ(inArms("  %c: bool = ge %x, 0.0\n"), "0+ !0");
  EXPECT_EQ(inArms("  %c: bool = lt %x, 0.0\n"), "!0 0+");
  EXPECT_EQ(inArms("  %c: bool = le %x, 0.0\n"), "? +");
  EXPECT_EQ(inArms("  %c: bool = eq %x, 0.0\n"), "? !0");
  EXPECT_EQ(inArms("  %c: bool = ne 0.0, %x\n"), "!0 ?");
  EXPECT_EQ(inArms("  %c: bool = lt 2.0, %x\n"), "+ ?");
  EXPECT_EQ(inArms("  %c: bool = lt -2.0, %x\n"), "? !0");
  EXPECT_EQ(inArms("  %c: bool = gt %x, 1e-3\n"), "+ ?");
  EXPECT_EQ(inArms("  %c: bool = eq %x, 1.0\n"), "? ?");
  EXPECT_EQ(inArms("  %d: bool = gt %x, 0.0\n  %c: bool = not %d\n"), "? +");
  EXPECT_EQ(inArms("  %d: bool = gt %x, 0.0\n  %e: bool = gt %y, 0.0\n  %c: bool = and %d, %e\n"), "+ ?");
  EXPECT_EQ(inArms("  %d: bool = le %x, 0.0\n  %e: bool = gt %y, 0.0\n  %c: bool = or %d, %e\n"), "? +");
}

TEST(Signs, ofBranchesAreThoseOfBothArms) {
  const auto s = signsOf(R"(
  %c: bool = gt %x, 0.0
  %r: f64, %q: f64 = if %c {
    %a: f64 = sqrt %x
    yield %a, 1.0
  } else {
    yield 2.0, %y
  }
)");
  EXPECT_EQ(s.at("r"), "+");
  EXPECT_EQ(s.at("q"), "?");
}

} // namespace
} // namespace soac::test
