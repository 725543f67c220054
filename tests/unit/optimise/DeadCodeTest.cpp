// What dead code elimination and common subexpression elimination must take away, and what not.
#include "Check.h"

namespace soac::test {
namespace {

TEST(DeadCode, carriedValuesThatFeedOnlyThemselvesGo) {
  auto p = passed(R"(
func @f(%n: i64, %x: f64) -> (f64) {
  %z: [f64; 1] = fill 0.0, [%n]
  %r: f64, %s: [f64; 1], %t: i64 = loop %n, (%x, %z, 0) |%i: i64, %a: f64, %log: [f64; 1], %k: i64| {
    %log2: [f64; 1] = update %log[%k] = %a
    %k2: i64 = add %k, 1
    %b: f64 = mul %a, %a
    yield %b, %log2, %k2
  }
  return %r
})",
                  {"dce"});
  p.on({RuntimeValue::i64(3), RuntimeValue::f64(1.1)});
  EXPECT_EQ(p.size(), 2u) << p.text();
}

TEST(DeadCode, carriedValuesThatTheConditionReadsStay) {
  auto p = passed(R"(
func @f(%n: i64, %x: f64) -> (f64) {
  %r: f64, %t: i64, %u: f64 = loop while (%x, 0, 1.0) |%a: f64, %k: i64, %d: f64| {
    %c: bool = lt %k, %n
    yield %c
  } do |%a1: f64, %k1: i64, %d1: f64| {
    %k2: i64 = add %k1, 1
    %b: f64 = mul %a1, %a1
    %e: f64 = add %d1, %d1
    yield %b, %k2, %e
  }
  return %r
})",
                  {"dce"});
  p.on({RuntimeValue::i64(3), RuntimeValue::f64(1.1)});
  EXPECT_EQ(p.size(), 4u) << p.text();
}

TEST(DeadCode, deadResultsOfMapsAndBranchesGoWithTheirOperands) {
  auto p = passed(R"(
func @f(%xs: [f64; 1], %ys: [f64; 1], %c: bool) -> ([f64; 1], f64) {
  %n: i64 = extent %xs, 0
  %a: [f64; 1], %b: [f64; 1] = map %n, (%xs, %ys) |%i: i64, %x: f64, %y: f64| {
    %u: f64 = sin %x
    %v: f64 = cos %y
    yield %u, %v
  }
  %r: f64, %s: f64 = if %c { 
    %e: f64 = index %b[0]
    yield 1.0, %e
  } else { yield 2.0, 3.0 }
  return %a, %r
})",
                  {"dce"});
  p.on({RuntimeValue::array({1, 2}), RuntimeValue::array({1, 2}), RuntimeValue::boolean(false)});
  EXPECT_EQ(p.size(), 4u) << p.text();
  EXPECT_EQ(p.text().find("cos"), std::string::npos);
}

TEST(DeadCode, unusedAccumulatorsGoWithWhatTheyAdd) {
  auto p = passed(R"(
func @f(%xs: [f64; 1], %k: i64) -> ([f64; 1], [f64; 1]) {
  %n: i64 = extent %xs, 0
  %z: [f64; 1] = fill 0.0, [%n]
  %y: [f64; 1] = fill 0.0, [%n]
  %a: [f64; 1], %b: [f64; 1], %r: [f64; 1] = with_accumulators (%z, %y) |%p: acc [f64; 1], %q: acc [f64; 1]| {
    %m: [f64; 1] = map %n, (%xs) |%i: i64, %x: f64| {
      %s: f64 = sin %x
      accumulate %p[%k] += %s
      %e: f64 = exp %x
      accumulate %q[%i] += %e
      yield %s
    }
    yield %m
  }
  return %b, %r
})",
                  {"dce"});
  p.on({RuntimeValue::array({1, 2}), RuntimeValue::i64(1)});
  EXPECT_EQ(p.count<ir::Accumulate>(), 1u) << p.text();
  EXPECT_EQ(p.count<ir::Fill>(), 1u) << p.text();
}

TEST(DeadCode, componentsOfReductionsGoAsAWhole) {
  auto p = passed(R"(
func @f(%xs: [f64; 1], %ys: [f64; 1]) -> (f64) {
  %n: i64 = extent %xs, 0
  %s: f64, %t: f64 = reduce %n, (%xs, %ys), neutral (0.0, 1.0) |%a: f64, %b: f64, %c: f64, %d: f64| {
    %e: f64 = add %a, %c
    %g: f64 = mul %b, %d
    yield %e, %g
  }
  return %t
})",
                  {"dce"});
  p.on({RuntimeValue::array({1, 2}), RuntimeValue::array({3, 4})});
  EXPECT_EQ(p.text().find("add"), std::string::npos) << p.text();
}

TEST(DeadCode, aMapReductionWithoutReductionsIsAMap) {
  auto p = passed(R"(
func @f(%xs: [f64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %xs, 0
  %most: f64, %ys: [f64; 1] = map_reduce %n, (%xs) |%i: i64, %x: f64| {
    %s: f64 = sin %x
    %c: f64 = cos %x
    yield %s, %c
  } reduce (0.0) |%a: f64, %b: f64| {
    %m: f64 = max %a, %b
    yield %m
  }
  return %ys
})",
                  {"dce"});
  p.on({RuntimeValue::array({1, 2})});
  EXPECT_NE(p.text().find("= map %n"), std::string::npos) << p.text();
}

TEST(DeadCode, checksStay) {
  auto p = passed(R"(
func @f(%xs: [f64; 1], %k: i64) -> (f64) {
  %n: i64 = extent %xs, 0
  %m: [f64; 1] = map %n, (%xs) |%i: i64, %x: f64| {
    %c: bool = lt %x, 5.0
    check %c, "too large"
    yield %x
  }
  return 1.0
})",
                  {"dce"});
  EXPECT_EQ(p.count<ir::Check>(), 1u);
  EXPECT_TRUE(std::holds_alternative<eval::Failure>(eval::run(p.after, {RuntimeValue::array({6}), RuntimeValue::i64(0)})));
}

TEST(CommonSubexpressions, equalStatementsAndLoopsMerge) {
  auto p = passed(R"(
func @f(%xs: [f64; 1], %y: f64, %c: bool) -> (f64, f64) {
  %n: i64 = extent %xs, 0
  %a: f64 = reduce %n, (%xs), neutral (0.0) |%p: f64, %q: f64| {
    %r: f64 = add %p, %q
    yield %r
  }
  %m: i64 = extent %xs, 0
  %b: f64 = reduce %m, (%xs), neutral (0.0) |%s: f64, %t: f64| {
    %u: f64 = add %s, %t
    yield %u
  }
  %d: f64 = mul %a, %y
  %e: f64 = if %c {
    %g: f64 = mul %y, %b
    yield %g
  } else { yield 0.0 }
  return %d, %e
})",
                  {"cse", "dce"});
  p.on({RuntimeValue::array({1, 2}), RuntimeValue::f64(3), RuntimeValue::boolean(true)});
  EXPECT_EQ(p.size(), 5u) << p.text();
}

TEST(CommonSubexpressions, whatIsSharedWithASumThatMayWrapIsNotExact) {
  const auto merged = [](llvm::StringRef first, llvm::StringRef second) {
    return passed(("func @f(%i: i32, %j: i32) -> (i32, i32) {\n  %a: i32 = " + first + " %i, %j\n  %b: i32 = " + second +
                   " %i, %j\n  return %a, %b\n}").str(),
                  {"cse"});
  };
  for (const char *sum : {"add", "sub"}) {
    const std::string plain = sum, exact = plain + " exact";
    EXPECT_EQ(merged(plain, exact).size(), 1u);
    EXPECT_EQ(merged(plain, exact).text().find("exact"), std::string::npos);
    EXPECT_EQ(merged(exact, plain).size(), 1u);
    EXPECT_EQ(merged(exact, plain).text().find("exact"), std::string::npos);
    EXPECT_NE(merged(exact, exact).text().find("exact"), std::string::npos);
  }
}

/// Two arrays that are filled alike, `change` between them, and what is made of both.
std::string filledTwice(const std::string &change, const std::string &second = "mul %v, 2.0", const std::string &zeros = "fill 0.0, [%n]") {
  const auto loop = [](const std::string &name, const std::string &init, const std::string &term) {
    return "  %" + name + ": [f64; 1] = loop %n, (%" + init + ") |%i" + name + ": i64, %p" + name + ": [f64; 1]| {\n    %v" + name +
           ": f64 = index %x[%i" + name + "]\n    %t" + name + ": f64 = " + term + "\n    %q" + name + ": [f64; 1] = update %p" + name + "[%i" +
           name + "] = %t" + name + "\n    yield %q" + name + "\n  }\n";
  };
  std::string other = second;
  other.replace(other.find("%v"), 2, "%vb");
  return "func @f(%x: [f64; 1]) -> (f64, f64) {\n  %n: i64 = extent %x, 0\n  %y: [f64; 1] = fill 0.0, [%n]\n  %z: [f64; 1] = " + zeros + "\n" +
         loop("a", "y", "mul %va, 2.0") + loop("b", "z", other) + change +
         "  %r: f64 = index %a[0]\n  %s: f64 = index %b[0]\n  %u: f64 = index " + (change.empty() ? "%a" : "%c") +
         "[0]\n  %w: f64 = add %s, %u\n  return %r, %w\n}";
}

TEST(CommonSubexpressions, loopsOverEqualFillsMergeWhereTheyAreOnlyRead) {
  const auto loops = [](const std::string &text) {
    auto p = passed(text, {"cse", "dce"});
    p.on({RuntimeValue::array({1.5, -2, 3})});
    return p.count<ir::Loop>();
  };
  EXPECT_EQ(loops(filledTwice("")), 1u);
  EXPECT_EQ(loops(filledTwice("  %c: [f64; 1] = update %b[0] = 7.0\n")), 2u) << "one is changed behind";
  EXPECT_EQ(loops(filledTwice("", "mul %v, 3.0")), 2u);
  EXPECT_EQ(loops(filledTwice("", "mul %v, 2.0", "fill 1.0, [%n]")), 2u);
}

TEST(CommonSubexpressions, siblingScopesShareNothing) {
  auto p = passed(R"(
func @f(%y: f64, %c: bool) -> (f64) {
  %e: f64 = if %c {
    %g: f64 = sin %y
    yield %g
  } else {
    %h: f64 = sin %y
    %k: f64 = neg %h
    yield %k
  }
  return %e
})",
                  {"cse", "dce"});
  p.on({RuntimeValue::f64(3), RuntimeValue::boolean(true)}).on({RuntimeValue::f64(3), RuntimeValue::boolean(false)});
}

} // namespace
} // namespace soac::test
