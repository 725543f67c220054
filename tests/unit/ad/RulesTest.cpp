// Every rule, in both modes, to second order, against differences and against each other.
#include "Programs.h"

#include "eval/Interpreter.h"
#include "ir/text/Parser.h"
#include "ir/text/Printer.h"
#include "ir/verify/Verifier.h"
#include "optimise/Passes.h"
#include "support/Derivatives.h"

#include <gtest/gtest.h>

namespace soac::test {
namespace {

ir::Function parsed(const Case &c) {
  ir::ParseResult result = ir::parse(c.text);
  EXPECT_FALSE(result.error) << result.error->line << ":" << result.error->column << ": " << result.error->message;
  return result.functions.empty() ? ir::Function() : std::move(result.functions.front());
}

class Rules : public testing::TestWithParam<Case> {};

TEST_P(Rules, FirstOrder) {
  const ir::Function f = parsed(GetParam());
  const DerivativeVerdict verdict = checkDerivatives(f, GetParam().point);
  EXPECT_FALSE(verdict.isRefused) << verdict.refusal;
  EXPECT_EQ(verdict.mismatch, "");
}

TEST_P(Rules, FirstOrderIsWellFormedBeforeAndAfterOptimisation) {
  for (const bool isAdjoint : {false, true}) {
    const ir::Function f = parsed(GetParam());
    std::string why;
    const auto d = differentiated(isAdjoint ? wrapAdjoint(f) : wrapTangent(f), &why);
    ASSERT_TRUE(d) << why;
    for (const std::string &problem : ir::verify(*d))
      ADD_FAILURE() << problem << "\n" << ir::toString(*d);
    const ir::Function best = optimise::optimise(*d);
    for (const std::string &problem : ir::verify(best))
      ADD_FAILURE() << problem << "\n" << ir::toString(best);
  }
}

// A special rule that were wrong would differ from the general one, or from the loop that means the same.
TEST_P(Rules, EveryRuleAgrees) {
  const ir::Function f = parsed(GetParam());
  for (const char *rule : {"reduce:columns", "reduce:general", "reduce:sequential", "scan:columns", "scan:general",
                           "scan:sequential", "reduce_by_index:columns", "reduce_by_index:general",
                           "reduce_by_index:sequential", "map:dense"}) {
    DerivativeOptions options;
    options.forceRule = rule;
    const DerivativeVerdict verdict = checkDerivatives(f, GetParam().point, options);
    EXPECT_FALSE(verdict.isRefused) << verdict.refusal;
    EXPECT_EQ(verdict.mismatch, "") << rule;
  }
}

TEST_P(Rules, SecondOrder) {
  const ir::Function f = parsed(GetParam());
  for (const bool isAdjoint : {false, true}) {
    // g(x.., seeds..) with all seeds one: its derivative in both modes is second order.
    ir::Function g = isAdjoint ? wrapAdjoint(f) : wrapTangent(f);
    std::string why;
    const auto first = differentiated(g, &why);
    ASSERT_TRUE(first) << why;
    std::vector<ops::RuntimeValue> arguments = GetParam().point;
    const eval::Outcome outcome = eval::run(f, arguments);
    ASSERT_TRUE(std::holds_alternative<std::vector<ops::RuntimeValue>>(outcome));
    const std::vector<ops::RuntimeValue> results = std::get<std::vector<ops::RuntimeValue>>(outcome);
    for (const ops::RuntimeValue &like : isAdjoint ? results : GetParam().point) {
      if (!ir::isFloat(like.scalar()))
        continue;
      ops::RuntimeValue seed = like.copy();
      double x = 0.5;
      if (seed.isArray())
        for (ops::Number &n : seed.mutableElements())
          n = ops::numberOf(x += 0.25);
      else
        seed.setNumber(ops::numberOf(x));
      arguments.push_back(seed);
    }
    const DerivativeVerdict verdict = checkDerivatives(*first, arguments);
    EXPECT_FALSE(verdict.isRefused) << verdict.refusal;
    EXPECT_EQ(verdict.mismatch, "") << (isAdjoint ? "of the adjoint" : "of the tangent");
  }
}

std::string caseName(const testing::TestParamInfo<Case> &info) {
  std::string name = info.param.name;
  for (char &c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)))
      c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Programs, Rules, testing::ValuesIn(cases()), caseName);

} // namespace
} // namespace soac::test
