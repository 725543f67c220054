// The pass that makes an adjoint for each arm of a branch which holds all of a function.
#include "Check.h"

#include "support/Derivatives.h"

namespace soac::test {
namespace {

ir::Function apart(const ir::Function &f) { return optimise::byName("outer_branches")->run(f); }

/// A function of %x and %n whose body makes %r of them.
ir::Function adjointOf(const std::string &body) {
  return wrapAdjoint(parsed("func @f(%x: [f64; 1], %n: i64, %y: f64) -> (f64) {\n" + body + "\nreturn %r\n}"));
}
const std::string loop = "%s: f64 = loop %n, (%y) |%i: i64, %t: f64| {\n %u: f64 = index %x[%i]\n %v: f64 = mul %t, "
                         "%u\n %w: f64 = sin %v\n yield %w\n}\n";
const std::string otherLoop = "%a: f64 = loop 2, (%y) |%j: i64, %b: f64| {\n %c: f64 = index %x[%j]\n %d: f64 = add "
                              "%b, %c\n %e: f64 = mul %d, %d\n yield %e\n}\n";
std::string guarded(const std::string &condition, const std::string &behind = "") {
  return condition + "%r" + (behind.empty() ? "" : "0") + ": f64 = if %is {\n" + otherLoop + "yield %a\n} else {\n" +
         loop + "yield %s\n}\n" + behind;
}

std::size_t adjoints(const ir::Function &f) {
  std::size_t n = 0;
  ir::forEachStatement(f.body, [&](const ir::Statement &s) { n += std::holds_alternative<ir::Differentiate>(s.op); });
  return n;
}

/// The number of adjoints, after the derivatives have been compared.
std::size_t after(const std::string &body) {
  const ir::Function before = adjointOf(body), now = apart(before);
  for (const std::string &problem : ir::verify(now))
    ADD_FAILURE() << problem << "\n" << ir::toString(now);
  const auto a = differentiated(before), b = differentiated(now);
  EXPECT_TRUE(a && b);
  for (std::int64_t n : {0, 1, 2, 3})
    for (double y : {-0.5, 0.75}) {
      std::vector<RuntimeValue> arguments{RuntimeValue::array({0.5, 1.5, -2}), RuntimeValue::i64(n),
                                          RuntimeValue::f64(y)};
      while (arguments.size() < before.body.parameters.size()) {
        const ir::Value p = before.body.parameters[arguments.size()];
        arguments.push_back(before.values.type(p).isArray() ? RuntimeValue::array({1, 2, 3}) : RuntimeValue::f64(0.25));
      }
      const auto x = eval::run(*a, arguments), z = eval::run(*b, arguments);
      const auto *expected = std::get_if<std::vector<RuntimeValue>>(&x),
                 *actual = std::get_if<std::vector<RuntimeValue>>(&z);
      EXPECT_TRUE(expected && actual);
      if (!expected || !actual)
        continue;
      for (auto [e, f] : llvm::zip_equal(*expected, *actual))
        EXPECT_EQ(ops::toString(e), ops::toString(f)) << n << "\n" << ir::toString(now);
    }
  return adjoints(now);
}

TEST(OuterBranches, onSizesAndNumbersThatAreGiven) {
  EXPECT_EQ(after(guarded("%is: bool = lt %n, 2\n")), 2u);
  EXPECT_EQ(after(guarded("%m: i64 = extent %x, 0\n%k: i64 = add %n, 1\n%is: bool = lt %m, %k\n")), 2u);
  EXPECT_EQ(after(guarded("%is: bool = lt %y, 0.0\n", "%r: f64 = cos %r0\n")), 2u);
}

// `n < 1 || m <= n` and `n < 3 && y < 0`.
TEST(OuterBranches, onSeveralConditions) {
  EXPECT_EQ(after(guarded("%one: bool = lt %n, 1\n%is: bool = if %one {\nyield true\n} else {\n%m: i64 = extent %x, 0\n"
                          "%other: bool = le %m, %n\nyield %other\n}\n")),
            2u);
  EXPECT_EQ(after(guarded("%one: bool = lt %n, 3\n%is: bool = if %one {\n%other: bool = lt %y, 0.0\nyield %other\n"
                          "} else {\nyield false\n}\n")),
            2u);
}

// n / (n - 1) is computed where n is not 1 alone.
TEST(OuterBranches, onQuotientsStay) {
  EXPECT_EQ(after(guarded("%m: i64 = sub %n, 1\n%one: bool = eq %m, 0\n%is: bool = if %one {\nyield true\n} else {\n"
                          "%q: i64 = div %n, %m\n%other: bool = lt %q, 2\nyield %other\n}\n")),
            1u);
}

TEST(OuterBranches, oneInAnother) {
  EXPECT_EQ(after("%first: bool = lt %n, 1\n%r: f64 = if %first {\nyield %y\n} else {\n%is: bool = lt %n, 2\n" +
                  guarded("", "%r1: f64 = cos %r0\n") + "yield %r1\n}\n"),
            3u);
}

TEST(OuterBranches, onElementsStay) {
  EXPECT_EQ(after(guarded("%first: f64 = index %x[0]\n%is: bool = lt %first, 1.0\n")), 1u);
}

TEST(OuterBranches, besideLongWorkStay) {
  std::string work = "%r1: f64 = sin %r0\n";
  for (int k = 1; k < 60; ++k)
    work += "%r" + std::to_string(k + 1) + ": f64 = sin %r" + std::to_string(k) + "\n";
  EXPECT_EQ(after(guarded("%is: bool = lt %n, 2\n", work + "%r: f64 = cos %r60\n")), 1u);
}

} // namespace
} // namespace soac::test
