#include "analysis/SeedGuards.h"

#include "support/Parsed.h"

#include <gtest/gtest.h>

#include <string>

namespace soac::test {
namespace {

std::optional<analysis::SeedGuards> guardsOf(const std::string &statements, const std::string &result = "%t") {
  const ir::Function f = parsed("func @f(%d: f64, %x: f64, %n: i64, %a: [f64; 1], %c: bool) -> (f64) {\n"
                                "  %t: f64 = seed_mul %d, %x\n" +
                                statements + "  return " + result + "\n}");
  return analysis::dispensableGuards(f);
}
bool areDispensable(const std::string &statements, const std::string &result = "%t") {
  return guardsOf(statements, result).has_value();
}

TEST(SeedGuards, numbersKeepNaN) {
  const auto guards = guardsOf(R"(
  %u: f64 = seed_div %x, %d
  %v: f64 = strong_mul %t, %u
  %w: f64 = sqrt %v
  %b: [f64; 1] = fill %w, [%n]
  %e: [f64; 1] = update %a[0] = %x
  %g: [f64; 1] = update %e[%n] = %w
  %h: f64 = index %g[1]
  %k: f64 = select %c, %h, %x
  %l: f64 = if %c {
    yield %k
  } else {
    yield %x
  }
)",
                               "%l");
  ASSERT_TRUE(guards);
  EXPECT_EQ(guards->count, 3u);
  EXPECT_EQ(guards->reached.size(), 9u); // t, u, v, w, b, g, h, k, l
}

TEST(SeedGuards, whatMayLoseNaN) {
  for (const char *op : {"max %t, 1.0", "min %x, %t", "pow %t, %x", "hypot %t, %x", "copysign %x, %t", "atan2 %t, %x"})
    EXPECT_FALSE(areDispensable("  %u: f64 = " + std::string(op) + "\n", "%u")) << op;
  EXPECT_TRUE(areDispensable("  %u: f64 = max %x, 1.0\n"));
  EXPECT_TRUE(areDispensable("  %u: f32 = cast %t\n"));
  EXPECT_FALSE(areDispensable("  %u: i64 = cast %t\n"));
  EXPECT_FALSE(areDispensable("  %u: bool = lt %t, %x\n  %v: f64 = select %u, %x, %d\n", "%v"));
  EXPECT_FALSE(areDispensable(
      "  %u: bool = lt %t, %x\n  %v: f64 = if %u {\n    yield %x\n  } else {\n    yield %d\n  }\n", "%v"));
  EXPECT_FALSE(areDispensable("  %u: bool = ne %t, %x\n"));
  EXPECT_FALSE(areDispensable("  %u: bool = lt %t, %x\n  %v: bool = not %u\n"));
  EXPECT_FALSE(areDispensable("  %u: bool = lt %t, %x\n  check %u, \"large\"\n"));
}

// A sum that a loop carries is reached by what it carries beside.
TEST(SeedGuards, loopsPassNaNOn) {
  const auto guards = guardsOf(R"(
  %r: f64, %s: f64 = loop %n, (0.0, 1.0) |%i: i64, %p: f64, %q: f64| {
    %u: f64 = add %p, %q
    %v: f64 = mul %q, %t
    yield %u, %v
  }
)",
                               "%r");
  ASSERT_TRUE(guards);
  EXPECT_EQ(guards->reached.size(), 7u); // t, p, q, u, v, r, s
  EXPECT_FALSE(areDispensable(R"(
  %r: f64 = loop %n, (0.0) |%i: i64, %p: f64| {
    %q: f64 = max %p, 0.0
    %u: f64 = add %q, %t
    yield %u
  }
)"));
}

/// A while loop with these conditions, in which %p is reached and %q is not.
std::string whileLoop(const std::string &condition) {
  return "  %r: f64, %s: f64 = loop while (0.0, 1.0) |%p: f64, %q: f64| {\n" + condition +
         "  } do |%p_1: f64, %q_1: f64| {\n    %u: f64 = add %p_1, %t\n    %v: f64 = mul %q_1, 2.0\n    yield %u, %v\n "
         " }\n";
}

TEST(SeedGuards, loopsThatNaNEnds) {
  const auto endsOf = [&](const std::string &condition) -> int {
    const ir::Function f =
        parsed("func @f(%d: f64, %x: f64, %n: i64, %a: [f64; 1]) -> (f64) {\n  %t: f64 = seed_mul %d, %x\n" +
               whileLoop(condition) + "  return %r\n}");
    const auto guards = analysis::dispensableGuards(f);
    if (!guards)
      return -1;
    return guards->ends.empty() ? 0 : static_cast<int>(guards->ends.begin()->second.size());
  };
  EXPECT_EQ(endsOf("    %w: bool = lt %q, 9.0\n    yield %w\n"), 0);
  EXPECT_EQ(endsOf("    %w: bool = lt %p, %x\n    yield %w\n"), 1);
  EXPECT_EQ(endsOf("    %w: bool = lt %p, %x\n    %e: bool = lt %q, 9.0\n    %g: bool = and %e, %w\n    yield %g\n"),
            1);
  EXPECT_EQ(endsOf("    %w: bool = lt %p, %t\n    yield %w\n"), -1)
      << "a NaN from in front of the loop does not show behind it";
  EXPECT_EQ(endsOf("    %w: bool = lt %p, %x\n    %e: bool = not %w\n    yield %e\n"), -1) << "goes on";
  EXPECT_EQ(endsOf("    %w: bool = ne %p, %x\n    yield %w\n"), -1);
  EXPECT_EQ(endsOf("    %w: bool = lt %p, %x\n    %e: bool = or %w, %w\n    yield %e\n"), -1);
  EXPECT_FALSE(areDispensable("  %z: f64 = loop %n, (0.0) |%i: i64, %y: f64| {\n" +
                              whileLoop("    %w: bool = lt %p, %x\n    yield %w\n") + "    yield %r\n  }\n"));
}

} // namespace
} // namespace soac::test
