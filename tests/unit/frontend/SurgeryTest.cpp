// Derivatives of what the user says of them, by the interpreter, against numbers worked out by hand.
#include "ad/Ad.h"
#include "eval/Interpreter.h"
#include "frontend/Frontend.h"
#include "support/Trace.h"

#include <gtest/gtest.h>

namespace {

using namespace soac;
using eval::RuntimeValue;

interface::Unit &unit() {
  static interface::Unit known = [] {
    frontend::Options options;
    options.arguments = {"-std=c++20", "-I" SOAC_SOURCE_DIR "/include"};
    options.directory = SOAC_SOURCE_DIR;
    diag::Engine engine;
    frontend::Result result = frontend::read(SOAC_SOURCE_DIR "/tests/unit/frontend/Surgery.cpp", options, engine);
    for (const diag::Diagnostic &d : engine.all())
      ADD_FAILURE() << d.text();
    return std::move(result.unit);
  }();
  return known;
}

/// The results of the derivative in their order: the function's, then those of derivatives. Adjoints start from zero.
std::vector<double> of(const std::string &name, std::vector<RuntimeValue> arguments) {
  for (const interface::CxxFunction &f : unit().functions) {
    if (f.name != name)
      continue;
    diag::Engine engine;
    const auto derivative = ad::differentiate(f.function, {}, engine);
    if (!derivative)
      break;
    arguments.resize(derivative->body.parameters.size(), RuntimeValue::f64(0));
    const test::Trace run = test::trace(*derivative, arguments);
    EXPECT_EQ(run.failure, "");
    std::vector<double> numbers;
    for (const RuntimeValue &v : run.results)
      numbers.push_back(v.asDouble());
    return numbers;
  }
  ADD_FAILURE() << "there is no " << name;
  return {};
}

using Numbers = std::vector<double>;
RuntimeValue f64(double x) { return RuntimeValue::f64(x); }

TEST(Surgery, theFunctionChangesTheAdjointAndNotTheTangent) {
  EXPECT_EQ(of("product_vjp", {f64(2), f64(3), f64(1)}), (Numbers{62, 3 + 1, 2}));
  EXPECT_EQ(of("product_vjp", {f64(2), f64(3), f64(-0.0625)}), (Numbers{62, -0.625 * 3 - 0.0625, -0.625 * 2}));
  EXPECT_EQ(of("product_jvp", {f64(2), f64(3), f64(1), f64(0.5)}), (Numbers{62, 10 * (3 + 1) + 1}));
}

TEST(Surgery, everyIterationChangesIt) {
  EXPECT_EQ(of("loop_vjp", {f64(2), RuntimeValue(ir::Scalar::I32, ops::numberOf(std::int64_t{3})), f64(0.5)}),
            (Numbers{54, 0.5 * 6 * 6 * 6}));
}

TEST(Surgery, theAdjointOfARecordIsARecordWithoutItsIntegers) {
  EXPECT_EQ(of("area_vjp", {f64(2), f64(5), f64(1)}), (Numbers{30, 6, 15}));
  EXPECT_EQ(of("area_jvp", {f64(2), f64(5), f64(1), f64(10)}), (Numbers{30, 15 + 60}));
}

TEST(Surgery, rulesSayBothDerivatives) {
  // r = q(x y, y), of which the rules say the derivatives 5 by the first and 7 a by the second argument a = x y
  EXPECT_EQ(of("ratio_vjp", {f64(2), f64(4), f64(1)}), (Numbers{2, 5 * 4, 5 * 2 + 7 * 8}));
  EXPECT_EQ(of("ratio_jvp", {f64(2), f64(4), f64(1), f64(10)}), (Numbers{2, 5 * (4 + 20) + 7 * 10 * 8}));
}

} // namespace
