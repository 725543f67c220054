// Scalars without a variable: the same value, computed no more often.
#include "unit/schedule/Scheduled.h"

namespace soac::test {
namespace {

TEST(Inlining, usedOnceIsPartOfTheExpression) {
  const Scheduled s(R"(
func @f(%x: f64) -> (f64, f64) {
  %0: f64 = sin %x
  %1: f64 = mul %0, 2.0
  %twice: f64 = cos %x
  %2: f64 = mul %twice, %twice
  return %1, %2
})");
  const auto operand = [&](unsigned statement) {
    return std::get<ir::Apply>(s.function.body.statements[statement].op).arguments[0];
  };
  EXPECT_TRUE(s.inlining.isInlined(operand(1)));
  EXPECT_FALSE(s.inlining.isInlined(operand(3)));
}

TEST(Inlining, namesOfTheUsersStay) {
  ir::Function f = lowered(R"(
func @f(%x: f64) -> (f64) {
  %angle: f64 = sin %x
  %made: f64 = mul %angle, 2.0
  %users_adj: f64 = cos %made
  return %users_adj
})");
  const ir::Value made = f.body.statements[1].results[0];
  f.values.setName(made, ir::adjointOf("x"));
  const Scheduled s(std::move(f));
  EXPECT_FALSE(s.inlining.isInlined(s.value("angle")));
  EXPECT_TRUE(s.inlining.isInlined(made));
  EXPECT_FALSE(s.inlining.isInlined(s.value("users_adj")));
}

TEST(Inlining, elementsAreReadBeforeTheyAreOverwritten) {
  const Scheduled s(R"(
func @f(%n: i64, %k: i64) -> (f64) {
  %a: [f64; 1] = fill 1.0, [%n]
  %b: [f64; 1] = update %a[0] = 2.0
  %0: f64 = index %b[%k]
  %c: [f64; 1] = update %b[%k] = 3.0
  %1: f64 = index %c[0]
  %2: f64 = add %0, %1
  return %2
})");
  const auto &sum = std::get<ir::Apply>(s.function.body.statements.back().op);
  EXPECT_FALSE(s.inlining.isInlined(sum.arguments[0])) << "read after the element has changed";
  EXPECT_TRUE(s.inlining.isInlined(sum.arguments[1]));
}

TEST(Inlining, elementsAreReadBeforeADefinitionOverwritesThem) {
  const Scheduled s(R"(
func @f(%n: i64, %k: i64) -> (f64) {
  %a: [f64; 1] = fill 1.0, [%n]
  %b: [f64; 1] = update %a[0] = 2.0
  %0: f64 = index %b[%k]
  %r: f64, %c: [f64; 1] = invoke 0 f64 [f64; 1] (%b) update(0)
  %1: f64 = mul %0, 2.0
  %2: f64 = add %1, %r
  return %2
}
define @put(%x: [f64; 1]) -> (f64, [f64; 1]) {
  %s: f64 = index %x[1]
  %y: [f64; 1] = update %x[0] = %s
  return %s, %y
})");
  const auto &product = std::get<ir::Apply>(s.function.body.statements[s.function.body.statements.size() - 2].op);
  EXPECT_FALSE(s.inlining.isInlined(product.arguments[0])) << "read after the invocation";
}

TEST(Inlining, nothingMovesIntoALoop) {
  const Scheduled s(R"(
func @f(%n: i64, %x: f64) -> (f64) {
  %0: f64 = sin %x
  %r: f64 = loop %n, (0.0) |%i: i64, %a: f64| {
    %b: f64 = add %a, %0
    yield %b
  }
  return %r
})");
  const auto &loop = std::get<ir::Loop>(s.making("r").op);
  EXPECT_FALSE(s.inlining.isInlined(std::get<ir::Apply>(loop.body.statements[0].op).arguments[1]));
}

TEST(Inlining, expressionsReadWhatTheirPartsRead) {
  const Scheduled s(R"(
func @f(%n: i64, %x: f64) -> (f64) {
  %r: f64, %t: f64 = loop %n, (0.0, %x) |%i: i64, %a: f64, %b: f64| {
    %0: f64 = sin %a
    %1: f64 = mul %0, 2.0
    yield %b, %1
  }
  return %r
})");
  const auto &loop = std::get<ir::Loop>(s.making("r").op);
  EXPECT_TRUE(s.inlining.reads(loop.body.results[1], s.value("a")));
  EXPECT_FALSE(s.inlining.reads(loop.body.results[1], s.value("b")));
}

} // namespace
} // namespace soac::test
