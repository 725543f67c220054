// The derivative in many directions is that in each of them, and its primal runs once.
#include "Programs.h"

#include "eval/Interpreter.h"
#include "ir/text/Parser.h"
#include "ir/text/Printer.h"
#include "ir/verify/Verifier.h"
#include "optimise/Passes.h"
#include "support/Derivatives.h"
#include "support/Directions.h"
#include "support/Trace.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace soac::test {
namespace {

using ops::RuntimeValue;

ir::Function parsed(llvm::StringRef text) {
  ir::ParseResult result = ir::parse(text);
  EXPECT_FALSE(result.error) << result.error->line << ":" << result.error->column << ": " << result.error->message;
  return result.functions.empty() ? ir::Function() : std::move(result.functions.front());
}

ir::Function wrapped(const ir::Function &f, bool isAdjoint, unsigned directions) {
  return isAdjoint ? wrapAdjoint(f, directions) : wrapTangent(f, directions);
}

std::vector<RuntimeValue> resultsOf(const ir::Function &f, llvm::ArrayRef<RuntimeValue> arguments, std::uint64_t *work = nullptr) {
  eval::Counters counters;
  eval::Outcome outcome = eval::run(f, arguments, &counters);
  if (const auto *failure = std::get_if<eval::Failure>(&outcome)) {
    ADD_FAILURE() << failure->message << "\n" << ir::toString(f);
    return {};
  }
  if (work)
    *work = counters.scalarOperations;
  return std::get<std::vector<RuntimeValue>>(std::move(outcome));
}

std::vector<RuntimeValue> joined(llvm::ArrayRef<RuntimeValue> a, llvm::ArrayRef<RuntimeValue> b) {
  std::vector<RuntimeValue> all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  return all;
}

class Directions : public testing::TestWithParam<std::tuple<Case, bool>> {};

TEST_P(Directions, AreEachLikeOneAlone) {
  const auto &[c, isAdjoint] = GetParam();
  constexpr unsigned k = 3;
  const ir::Function f = parsed(c.text);
  std::string why;
  const auto one = differentiated(wrapped(f, isAdjoint, 0), &why), many = differentiated(wrapped(f, isAdjoint, k), &why);
  ASSERT_TRUE(one && many) << why;
  for (const std::string &problem : ir::verify(*many))
    FAIL() << problem << "\n" << ir::toString(*many);
  const std::size_t primals = f.body.results.size();
  const std::vector<RuntimeValue> seeds = seedsLike(isAdjoint ? resultsOf(f, c.point) : c.point, k);
  for (const ir::Function &derivative : {*many, optimise::optimise(*many)}) {
    const std::vector<RuntimeValue> found = resultsOf(derivative, joined(c.point, seeds));
    ASSERT_GE(found.size(), primals);
    for (unsigned d = 0; d < k; ++d) {
      const std::vector<RuntimeValue> expected = resultsOf(*one, joined(c.point, inDirection(seeds, d)));
      const auto derivatives = inDirection(llvm::ArrayRef(found).drop_front(primals), d);
      EXPECT_EQ(compareResults(joined(llvm::ArrayRef(found).take_front(primals), derivatives), expected, 1e-11), "") << d;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Directions, testing::Combine(testing::ValuesIn(cases()), testing::Bool()),
                         [](const auto &info) {
                           std::string name = std::get<0>(info.param).name;
                           for (char &c : name)
                             if (!std::isalnum(static_cast<unsigned char>(c)))
                               c = '_';
                           return name + (std::get<1>(info.param) ? "_adjoint" : "_tangent");
                         });

// Primals that do far more than their derivatives: what one more direction costs shows whether they run again.
struct Heavy {
  const char *name;
  const char *text;
};

// Ten operations on %c to %w, where the derivative ends.
#define SOAC_HEAVY                                                                                                     \
  " %v: f64 = stop_gradient %c\n %w0: f64 = sin %v\n %w1: f64 = exp %w0\n %w2: f64 = cos %w1\n %w3: f64 = exp %w2\n %w4: f64 = sin %w3\n"             \
  " %w5: f64 = exp %w4\n %w6: f64 = cos %w5\n %w7: f64 = exp %w6\n %w8: f64 = sin %w7\n %w: f64 = exp %w8\n"

constexpr Heavy heavies[] = {
    {"map", "func @f(%xs: [f64; 1], %cs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n"
            " %r: [f64; 1] = map %n, (%xs, %cs) |%i: i64, %x: f64, %c: f64| {\n" SOAC_HEAVY
            " %y: f64 = mul %x, %w\n yield %y\n }\n return %r\n}\n"},
    {"loop over an array",
     "func @f(%xs: [f64; 1], %cs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n"
     " %r: [f64; 1] = loop %n, (%xs) |%i: i64, %ys: [f64; 1]| {\n %c: f64 = index %cs[%i]\n" SOAC_HEAVY
     " %x: f64 = index %ys[%i]\n %y: f64 = mul %x, %w\n %zs: [f64; 1] = update %ys[%i] = %y\n yield %zs\n }\n return %r\n}\n"},
    {"nested loops",
     "func @f(%xs: [f64; 1], %cs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n"
     " %r: [f64; 1] = loop 3, (%xs) |%t: i64, %ss: [f64; 1]| {\n"
     " %q: [f64; 1] = loop %n, (%ss) |%i: i64, %ys: [f64; 1]| {\n %c: f64 = index %cs[%i]\n" SOAC_HEAVY
     " %x: f64 = index %ys[%i]\n %y: f64 = mul %x, %w\n %zs: [f64; 1] = update %ys[%i] = %y\n yield %zs\n }\n"
     " yield %q\n }\n return %r\n}\n"},
    {"while loop",
     "func @f(%xs: [f64; 1], %cs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n"
     " %r: [f64; 1], %m: i64 = loop while (%xs, 0) |%vs: [f64; 1], %j: i64| {\n %b: bool = lt %j, %n\n yield %b\n } do "
     "|%ys: [f64; 1], %i: i64| {\n %c: f64 = index %cs[%i]\n" SOAC_HEAVY
     " %x: f64 = index %ys[%i]\n %y: f64 = mul %x, %w\n %zs: [f64; 1] = update %ys[%i] = %y\n %k: i64 = add %i, 1\n yield %zs, "
     "%k\n }\n return %r\n}\n"},
    {"sum of a map", "func @f(%xs: [f64; 1], %cs: [f64; 1]) -> (f64) {\n %n: i64 = extent %xs, 0\n"
                     " %r: [f64; 1] = map %n, (%xs, %cs) |%i: i64, %x: f64, %c: f64| {\n" SOAC_HEAVY
                     " %y: f64 = mul %x, %w\n yield %y\n }\n"
                     " %s: f64 = reduce %n, (%r), neutral (0.0) |%a: f64, %b: f64| {\n %t: f64 = add %a, %b\n yield %t\n }\n"
                     " return %s\n}\n"},
    {"scan of a map", "func @f(%xs: [f64; 1], %cs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n"
                      " %r: [f64; 1] = map %n, (%xs, %cs) |%i: i64, %x: f64, %c: f64| {\n" SOAC_HEAVY
                      " %y: f64 = mul %x, %w\n yield %y\n }\n"
                      " %s: [f64; 1] = scan %n, (%r), neutral (0.0) |%a: f64, %b: f64| {\n %t: f64 = add %a, %b\n yield %t\n }\n"
                      " return %s\n}\n"},
};

class Work : public testing::TestWithParam<std::tuple<Heavy, bool>> {};

TEST_P(Work, OfThePrimalIsDoneOnce) {
  const auto &[heavy, isAdjoint] = GetParam();
  const ir::Function f = parsed(heavy.text);
  const std::vector<RuntimeValue> point = inDirection(seedsLike(std::vector<RuntimeValue>(2, RuntimeValue(ir::Scalar::F64, ops::Extents{100})), 1), 0);
  std::uint64_t once = 0;
  const std::vector<RuntimeValue> like = resultsOf(optimise::optimise(f), point, &once);
  const auto workOf = [&](unsigned k) {
    std::string why;
    const auto many = differentiated(wrapped(f, isAdjoint, k), &why);
    EXPECT_TRUE(many) << why;
    std::uint64_t work = 0;
    if (many)
      resultsOf(optimise::optimise(*many), joined(point, seedsLike(isAdjoint ? like : point, k)), &work);
    return work;
  };
  const std::uint64_t few = workOf(20), more = workOf(30), direction = (more - few) / 10;
  EXPECT_LE(few - 20 * direction, 4 * once); // of both sweeps, with their checkpoints
  EXPECT_LE(direction, once / 2);
  RecordProperty("primal", std::to_string(once));
  RecordProperty("direction", std::to_string(direction));
}

INSTANTIATE_TEST_SUITE_P(Heavy, Work, testing::Combine(testing::ValuesIn(heavies), testing::Bool()), [](const auto &info) {
  std::string name = std::get<0>(info.param).name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name + (std::get<1>(info.param) ? "_adjoint" : "_tangent");
});

} // namespace
} // namespace soac::test
