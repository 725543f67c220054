// A bound of a while loop: the same numbers when it holds, a failure in every mode when it does not.
#include "eval/Interpreter.h"
#include "ir/text/Parser.h"
#include "ir/verify/Verifier.h"
#include "optimise/Passes.h"
#include "support/Derivatives.h"

#include <gtest/gtest.h>

namespace soac::test {
namespace {

using ops::RuntimeValue;

ir::Function squaring() {
  ir::ParseResult result = ir::parse(R"(func @f(%x: f64, %n: i64) -> (f64) {
    %r: f64 = loop while (%x) bound(%n, "n at f.cpp:3") |%a: f64| {
      %c: bool = lt %a, 100.0
      yield %c
    } do |%b: f64| {
      %d: f64 = mul %b, %b
      yield %d
    }
    return %r
  })");
  EXPECT_FALSE(result.error);
  return std::move(result.functions.front());
}

// x = 2: 2, 4, 16, 256 after three squarings.
eval::Outcome run(bool isAdjoint, std::int64_t bound) {
  const ir::Function f = squaring();
  const auto d = differentiated(isAdjoint ? wrapAdjoint(f) : wrapTangent(f));
  EXPECT_TRUE(d);
  for (const std::string &problem : ir::verify(*d))
    ADD_FAILURE() << problem;
  return eval::run(optimise::optimise(*d), {RuntimeValue::f64(2), RuntimeValue::i64(bound), RuntimeValue::f64(1)});
}

TEST(Bounds, ABoundThatHoldsChangesNoNumber) {
  for (const bool isAdjoint : {false, true}) {
    const eval::Outcome outcome = run(isAdjoint, 3);
    ASSERT_TRUE(std::holds_alternative<std::vector<RuntimeValue>>(outcome)) << std::get<eval::Failure>(outcome).message;
    const auto &results = std::get<std::vector<RuntimeValue>>(outcome);
    EXPECT_EQ(results[0].asDouble(), 256);
    EXPECT_EQ(results[1].asDouble(), 8 * 128); // d/dx x^8
  }
}

TEST(Bounds, ALoopThatRunsMoreOftenFailsAndSaysWhere) {
  for (const bool isAdjoint : {false, true}) {
    const eval::Outcome outcome = run(isAdjoint, 2);
    ASSERT_TRUE(std::holds_alternative<eval::Failure>(outcome));
    EXPECT_NE(std::get<eval::Failure>(outcome).message.find("n at f.cpp:3"), std::string::npos);
  }
}

TEST(Bounds, ALoopThatWouldNotEndIsStoppedByItsBound) {
  ir::Function f = squaring();
  const auto d = differentiated(wrapAdjoint(f));
  ASSERT_TRUE(d);
  const eval::Outcome outcome = eval::run(*d, {RuntimeValue::f64(0.5), RuntimeValue::i64(40), RuntimeValue::f64(1)});
  EXPECT_TRUE(std::holds_alternative<eval::Failure>(outcome));
}

} // namespace
} // namespace soac::test
