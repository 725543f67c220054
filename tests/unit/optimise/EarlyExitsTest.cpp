// The pass that takes the trips which are complete out of loops that may be left early.
#include "Check.h"

#include "support/Derivatives.h"

namespace soac::test {
namespace {

const std::string condition = "|%l: bool, %s1: f64, %k1: i64| {\n  %go: bool = if %l {\n   yield false\n  } else {\n   %c: bool = lt %k1, %n\n"
                              "   yield %c\n  }\n  yield %go\n }";
/// What is behind the exit: `%exit` says whether the trip takes it, then with %e, else with %s4.
const std::string rest = "  %not: bool = not %exit\n  %k3: i64 = if %not {\n   %k4: i64 = add %k2, 1\n   yield %k4\n"
                         "  } else {\n   yield %k2\n  }\n  yield %exit, %s3, %k3\n }\n";
/// Trips of a loop that is left where `body` says so, of x[%k2] and %s2.
std::string trips(const std::string &body, const std::string &r = "%r: f64 = if %left {\n  %t: f64 = mul %s, %y\n  yield %t\n } else {\n  yield %s\n }\n") {
  return "func @f(%x: [f64; 1], %n: i64, %y: f64) -> (f64) {\n %left: bool, %s: f64, %k: i64 = loop while (false, %y, 0) " + condition +
         " do |%l2: bool, %s2: f64, %k2: i64| {\n" + body + rest + r + " return %r\n}";
}
const std::string simple = "  %v: f64 = index %x[%k2]\n  %exit: bool = lt %v, %y\n  %s3: f64 = if %exit {\n   %e: f64 = sin %s2\n   yield %e\n"
                           "  } else {\n   %s4: f64 = mul %s2, %v\n   yield %s4\n  }\n";

std::size_t loops(const ir::Block &b, bool counted) {
  std::size_t n = 0;
  ir::forEachStatement(b, [&](const ir::Statement &s) {
    const auto *loop = std::get_if<ir::Loop>(&s.op);
    n += loop && loop->isCounted() == counted;
  });
  return n;
}

/// The numbers of counted loops and of branches in what is differentiated, after the derivatives have been compared.
std::pair<std::size_t, std::size_t> after(const std::string &text) {
  const ir::Function before = wrapAdjoint(parsed(text)), now = optimise::byName("early_exits")->run(before);
  for (const std::string &problem : ir::verify(now))
    ADD_FAILURE() << problem << "\n" << ir::toString(now);
  const auto a = differentiated(before), b = differentiated(now);
  EXPECT_TRUE(a && b);
  for (std::int64_t n : {0, 1, 2, 4})
    for (double y : {-3.0, -0.5, 0.75, 3.0}) {
      std::vector<RuntimeValue> arguments{RuntimeValue::array({0.5, 1.5, -2, 0.25}), RuntimeValue::i64(n), RuntimeValue::f64(y)};
      while (arguments.size() < before.body.parameters.size()) {
        const ir::Value p = before.body.parameters[arguments.size()];
        arguments.push_back(before.values.type(p).isArray() ? RuntimeValue::array({1, 2, 3, 4}) : RuntimeValue::f64(0.25));
      }
      const auto x = eval::run(*a, arguments), z = eval::run(*b, arguments);
      const auto *expected = std::get_if<std::vector<RuntimeValue>>(&x), *actual = std::get_if<std::vector<RuntimeValue>>(&z);
      EXPECT_TRUE(expected && actual) << ir::toString(now);
      if (!expected || !actual)
        continue;
      for (auto [e, f] : llvm::zip_equal(*expected, *actual))
        EXPECT_EQ(ops::toString(e), ops::toString(f)) << n << ", " << y << "\n" << ir::toString(now);
    }
  std::size_t branches = 0;
  ir::forEachStatement(now.body, [&](const ir::Statement &s) {
    if (const auto *loop = std::get_if<ir::Loop>(&s.op); loop && loop->isCounted())
      ir::forEachStatement(loop->body, [&](const ir::Statement &inner) { branches += std::holds_alternative<ir::If>(inner.op); });
  });
  return {loops(now.body, true), branches};
}
using Counts = std::pair<std::size_t, std::size_t>;

TEST(EarlyExits, completeTripsAreCounted) {
  EXPECT_EQ(after(trips(simple)), Counts(1, 0));
  EXPECT_EQ(after(trips(simple, " %i: f64 = cast %k\n %r: f64 = mul %s, %i\n")), Counts(1, 0)) << "where it was left";
}

TEST(EarlyExits, behindABranch) {
  EXPECT_EQ(after(trips("  %v: f64 = index %x[%k2]\n  %is: bool = lt 0.0, %v\n  %exit: bool, %s3: f64 = if %is {\n   yield true, %v\n"
                        "  } else {\n   %s4: f64 = add %s2, %v\n   yield false, %s4\n  }\n")),
            Counts(1, 0));
  EXPECT_EQ(after(trips("  %v: f64 = index %x[%k2]\n  %is: bool = lt 0.0, %v\n  %exit: bool, %s3: f64 = if %is {\n   %big: bool = lt %y, %v\n"
                        "   %s5: f64 = if %big {\n    yield 2.0\n   } else {\n    %s6: f64 = mul %s2, %v\n    yield %s6\n   }\n   yield %big, %s5\n"
                        "  } else {\n   %s4: f64 = add %s2, %v\n   yield false, %s4\n  }\n")),
            Counts(1, 1));
}

// The loop inside goes on to its end in complete trips.
TEST(EarlyExits, fromALoopInside) {
  const std::string inner =
      "  %exit: bool, %s3: f64, %j: i64 = loop while (false, %s2, 0) |%m: bool, %t1: f64, %j1: i64| {\n   %on: bool = if %m {\n    yield false\n"
      "   } else {\n    %d: bool = lt %j1, %k2\n    yield %d\n   }\n   yield %on\n  } do |%m2: bool, %t2: f64, %j2: i64| {\n"
      "   %v: f64 = index %x[%j2]\n   %is: bool = lt %v, %y\n   %t3: f64 = if %is {\n    yield %v\n   } else {\n    %w: f64 = mul %t2, %v\n"
      "    yield %w\n   }\n   %isnt: bool = not %is\n   %j3: i64 = if %isnt {\n    %j4: i64 = add %j2, 1\n    yield %j4\n   } else {\n    yield %j2\n"
      "   }\n   yield %is, %t3, %j3\n  }\n";
  EXPECT_EQ(after(trips(inner)), Counts(1, 0));
}

// It adds 2 where it is not left.
TEST(EarlyExits, ofOtherCounters) {
  std::string text = trips(simple);
  const std::string step = "%k4: i64 = add %k2, 1";
  text.replace(text.find(step), step.size(), "%k4: i64 = add %k2, 2");
  EXPECT_EQ(after(text), Counts(1, 0));
}

TEST(EarlyExits, loopsWithoutOneStay) {
  std::string text = trips(simple);
  const std::string flag = "yield false\n  } else {";
  text.replace(text.find(flag), flag.size(), "yield true\n  } else {");
  const ir::Function before = wrapAdjoint(parsed(text)), now = optimise::byName("early_exits")->run(before);
  EXPECT_EQ(loops(now.body, true), 0u);
}

} // namespace
} // namespace soac::test
