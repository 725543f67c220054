// Claims of no_false_dependencies that only a run can check: those that hold pass, the others fail it.
#include "ir/text/Parser.h"
#include "support/Derivatives.h"
#include "support/Trace.h"

#include <gtest/gtest.h>

namespace soac::test {
namespace {

using ops::RuntimeValue;

/// How the run of the adjoint of a loop with this body fails; it carries %a, from %xs, and ends with %b.
std::string failureOf(const std::string &body, const RuntimeValue &keys) {
  const ir::ParseResult parsed = ir::parse(R"(func @f(%xs: [f64; 1], %ks: [i64; 1]) -> ([f64; 1]) {
    %n: i64 = extent %ks, 0
    %r: [f64; 1] = loop %n, (%xs) no_false_dependencies(0) |%i: i64, %a: [f64; 1]| {
      %k: i64 = index %ks[%i]
)" + body + R"(
      yield %b
    }
    return %r
  })");
  EXPECT_FALSE(parsed.error) << parsed.error->message;
  const RuntimeValue xs = RuntimeValue::array({0.3, 0.7, 1.1});
  std::string why;
  const auto adjoint = differentiated(wrapAdjoint(parsed.functions.front()), &why);
  EXPECT_TRUE(adjoint) << why;
  return adjoint ? trace(*adjoint, {xs, keys, xs}).failure : why;
}

const char *const writing = R"(
      %v: f64 = index %xs[%i]
      %s: f64 = sin %v
      %b: [f64; 1] = update %a[%k] = %s)";
const char *const writingTwice = R"(
      %v: f64 = index %xs[%i]
      %s: f64 = sin %v
      %c: [f64; 1] = update %a[%k] = %s
      %b: [f64; 1] = update %c[%k] = %v)";
const char *const readingTheLast = R"(
      %v: f64 = index %a[2]
      %s: f64 = sin %v
      %b: [f64; 1] = update %a[%k] = %s)";
const char *const readingAll = R"(
      %v: f64 = reduce 3, (%a), neutral (0.0) |%p: f64, %q: f64| {
        %t: f64 = add %p, %q
        yield %t
      }
      %s: f64 = sin %v
      %b: [f64; 1] = update %a[%k] = %s)";

TEST(Claims, holdWhereEveryElementIsWrittenByOneIteration) {
  EXPECT_EQ(failureOf(writing, RuntimeValue::indices({2, 0, 1})), "");
  EXPECT_EQ(failureOf(writingTwice, RuntimeValue::indices({2, 0, 1})), "");
  EXPECT_EQ(failureOf(readingTheLast, RuntimeValue::indices({1, 0})), "");
}

TEST(Claims, failWhereTwoIterationsWriteAnElement) {
  EXPECT_NE(failureOf(writing, RuntimeValue::indices({2, 0, 2})), "");
  EXPECT_NE(failureOf(writingTwice, RuntimeValue::indices({0, 1, 0})), "");
}

TEST(Claims, failWhereAnElementIsOverwrittenAfterItWasRead) {
  EXPECT_NE(failureOf(readingTheLast, RuntimeValue::indices({0, 2})), "");
  EXPECT_NE(failureOf(readingAll, RuntimeValue::indices({1})), "");
}

} // namespace
} // namespace soac::test
