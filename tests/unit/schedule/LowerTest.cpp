// Combinators without a skeleton of their own become loops and maps that mean the same.
#include "unit/schedule/Scheduled.h"

#include "eval/Interpreter.h"

namespace soac::test {
namespace {

using ops::RuntimeValue;

/// The results as text, of the function before or after it is lowered.
std::string results(const ir::Function &f, const std::vector<RuntimeValue> &arguments) {
  const eval::Outcome outcome = eval::run(f, arguments);
  if (const auto *failure = std::get_if<eval::Failure>(&outcome))
    return failure->message;
  std::string text;
  for (const RuntimeValue &v : std::get<std::vector<RuntimeValue>>(outcome))
    text += ops::toString(v) + "\n";
  return text;
}

/// A sum of rows and a product of rows, of arrays `%a` and `%b` that `mapped` makes of row `%x` and number `%i`.
std::string sumAndProductOfRows(llvm::StringRef results, llvm::StringRef yield) {
  return (R"(
func @f(%n: i64, %xs: [f64; 2], %zeros: [f64; 1], %ones: [f64; 1]) -> ([f64; 1], [f64; 1]) {
  %d: i64 = extent %xs, 1
  )" + results +
          R"( = map_reduce %n, (%xs) |%i: i64, %x: [f64; 1]| {
    %0: f64 = cast %i
    %b: [f64; 1] = map %d, (%x) |%j: i64, %e: f64| {
      %1: f64 = add %e, %0
      yield %1
    }
    yield %x, %b)" +
          yield + R"(
  } reduce (%zeros) |%s: [f64; 1], %t: [f64; 1]| {
    %sum: [f64; 1] = map %d, (%s, %t) |%k: i64, %p: f64, %q: f64| {
      %2: f64 = add %p, %q
      yield %2
    }
    yield %sum
  } reduce (%ones) |%u: [f64; 1], %v: [f64; 1]| {
    %product: [f64; 1] = map %d, (%u, %v) |%l: i64, %g: f64, %h: f64| {
      %3: f64 = mul %g, %h
      yield %3
    }
    yield %product
  }
  return %sums, %products
})")
      .str();
}

void expectSameAfterLowering(llvm::StringRef text) {
  const std::vector<RuntimeValue> arguments{RuntimeValue::i64(3), RuntimeValue::array({1, 2, 3, 4, 5, 6}, {3, 2}),
                                            RuntimeValue::array({0, 0}), RuntimeValue::array({1, 1})};
  EXPECT_EQ(results(lowered(text), arguments), results(parsed(text), arguments));
}

TEST(Lower, everyReductionOfArraysHasItsOwn) {
  expectSameAfterLowering(sumAndProductOfRows("%sums: [f64; 1], %products: [f64; 1]", ""));
}

TEST(Lower, everyReductionOfArraysHasItsOwnBesideAMap) {
  expectSameAfterLowering(
      sumAndProductOfRows("%sums: [f64; 1], %products: [f64; 1], %numbers: [f64; 1]", ", %0"));
}

} // namespace
} // namespace soac::test
