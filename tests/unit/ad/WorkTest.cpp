// Work: how many operations, reads and writes an adjoint needs for each of its primal's, at growing sizes. A ratio that
// grows would mean a lost asymptote; special rules stay within 5, general ones within 12. SOAC_WORK_SIZE (10000) is the
// largest number of elements.
#include "eval/Interpreter.h"
#include "ir/text/Parser.h"
#include "optimise/Passes.h"
#include "support/Derivatives.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

namespace soac::test {
namespace {

using ops::RuntimeValue;

constexpr double special = 5, general = 12;

struct Work {
  const char *name;
  double most;
  const char *text; ///< arrays of rank 2 have 4 columns; integers are keys below 23, or distinct indices in a shuffled order
  const char *rule = "";
};

// One operator per line, so that a program reads as its combinator.
#define SOAC_SCALAR(op) "|%a: f64, %b: f64| {\n %c: f64 = " op "\n yield %c\n }\n"
#define SOAC_AFFINE                                                                                                    \
  "|%a: f64, %b: f64, %c: f64, %d: f64| {\n %p: f64 = mul %a, %c\n %q: f64 = fma %b, %c, %d\n yield %p, %q\n }\n"
#define SOAC_CURVED                                                                                                    \
  "|%a: f64, %b: f64| {\n %s: f64 = add %a, %b\n %t: f64 = mul %a, %b\n %u: f64 = mul %t, 0.01\n %v: f64 = add %s, %u\n "    \
  "yield %v\n }\n"
#define SOAC_ROWS(op)                                                                                                  \
  "|%a: [f64; 1], %b: [f64; 1]| {\n %c: [f64; 1] = map 4, (%a, %b) |%i: i64, %x: f64, %y: f64| {\n  %z: f64 = " op            \
  "\n  yield %z\n }\n yield %c\n }\n"

constexpr Work programs[] = {
    {"map", special, "func @f(%xs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %r: [f64; 1] = map %n, (%xs) |%i: i64, "
                     "%x: f64| {\n %s: f64 = sin %x\n %t: f64 = mul %s, %x\n yield %t\n }\n return %r\n}\n"},
    {"reduce plus", special,
     "func @f(%xs: [f64; 1]) -> (f64) {\n %n: i64 = extent %xs, 0\n %r: f64 = reduce %n, (%xs), neutral (0.0) " SOAC_SCALAR(
         "add %a, %b") " return %r\n}\n"},
    {"reduce times", special,
     "func @f(%xs: [f64; 1]) -> (f64) {\n %n: i64 = extent %xs, 0\n %r: f64 = reduce %n, (%xs), neutral (1.0) " SOAC_SCALAR(
         "mul %a, %b") " return %r\n}\n"},
    {"reduce min", special,
     "func @f(%xs: [f64; 1]) -> (f64) {\n %n: i64 = extent %xs, 0\n %r: f64 = reduce %n, (%xs), neutral (inf) " SOAC_SCALAR(
         "min %a, %b") " return %r\n}\n"},
    {"reduce general", general,
     "func @f(%xs: [f64; 1]) -> (f64) {\n %n: i64 = extent %xs, 0\n %r: f64 = reduce %n, (%xs), neutral (0.0) " SOAC_CURVED
     " return %r\n}\n"},
    {"reduce pairs", general,
     "func @f(%xs: [f64; 1], %ys: [f64; 1]) -> (f64, f64) {\n %n: i64 = extent %xs, 0\n %r: f64, %s: f64 = reduce %n, (%xs, "
     "%ys), neutral (1.0, 0.0) " SOAC_AFFINE " return %r, %s\n}\n"},
    {"reduce rows plus", special,
     "func @f(%xs: [f64; 2]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %e: [f64; 1] = fill 0.0, [4]\n %r: [f64; 1] = reduce "
     "%n, (%xs), neutral (%e) " SOAC_ROWS("add %x, %y") " return %r\n}\n"},
    {"reduce rows times", special,
     "func @f(%xs: [f64; 2]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %e: [f64; 1] = fill 1.0, [4]\n %r: [f64; 1] = reduce "
     "%n, (%xs), neutral (%e) " SOAC_ROWS("mul %x, %y") " return %r\n}\n"},
    {"reduce rows max", special,
     "func @f(%xs: [f64; 2]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %e: [f64; 1] = fill -inf, [4]\n %r: [f64; 1] = "
     "reduce %n, (%xs), neutral (%e) " SOAC_ROWS("max %x, %y") " return %r\n}\n"},
    {"scan plus", special,
     "func @f(%xs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %r: [f64; 1] = scan %n, (%xs), neutral (0.0) "
     SOAC_SCALAR("add %a, %b") " return %r\n}\n"},
    {"scan times", general,
     "func @f(%xs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %r: [f64; 1] = scan %n, (%xs), neutral (1.0) "
     SOAC_SCALAR("mul %a, %b") " return %r\n}\n"},
    {"scan max", general,
     "func @f(%xs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %r: [f64; 1] = scan %n, (%xs), neutral (-inf) "
     SOAC_SCALAR("max %a, %b") " return %r\n}\n"},
    {"scan general", general,
     "func @f(%xs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %r: [f64; 1] = scan %n, (%xs), neutral (0.0) "
     SOAC_CURVED " return %r\n}\n"},
    {"scan pairs", general,
     "func @f(%xs: [f64; 1], %ys: [f64; 1]) -> ([f64; 1], [f64; 1]) {\n %n: i64 = extent %xs, 0\n %r: [f64; 1], %s: [f64; 1] = "
     "scan %n, (%xs, %ys), neutral (1.0, 0.0) " SOAC_AFFINE " return %r, %s\n}\n"},
    {"scan rows plus", special,
     "func @f(%xs: [f64; 2]) -> ([f64; 2]) {\n %n: i64 = extent %xs, 0\n %e: [f64; 1] = fill 0.0, [4]\n %r: [f64; 2] = scan %n, "
     "(%xs), neutral (%e) " SOAC_ROWS("add %x, %y") " return %r\n}\n"},
    {"scan rows times", general,
     "func @f(%xs: [f64; 2]) -> ([f64; 2]) {\n %n: i64 = extent %xs, 0\n %e: [f64; 1] = fill 1.0, [4]\n %r: [f64; 2] = scan %n, "
     "(%xs), neutral (%e) " SOAC_ROWS("mul %x, %y") " return %r\n}\n"},
    {"reduce_by_index plus", special,
     "func @f(%ds: [f64; 1], %ks: [i64; 1], %xs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %r: [f64; 1] = "
     "reduce_by_index %n, dests (%ds), neutral (0.0), keys %ks, values (%xs) " SOAC_SCALAR("add %a, %b") " return %r\n}\n"},
    {"reduce_by_index times", special,
     "func @f(%ds: [f64; 1], %ks: [i64; 1], %xs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %r: [f64; 1] = "
     "reduce_by_index %n, dests (%ds), neutral (1.0), keys %ks, values (%xs) " SOAC_SCALAR("mul %a, %b") " return %r\n}\n"},
    {"reduce_by_index min", special,
     "func @f(%ds: [f64; 1], %ks: [i64; 1], %xs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %r: [f64; 1] = "
     "reduce_by_index %n, dests (%ds), neutral (inf), keys %ks, values (%xs) " SOAC_SCALAR("min %a, %b") " return %r\n}\n"},
    {"reduce_by_index general", general,
     "func @f(%ds: [f64; 1], %ks: [i64; 1], %xs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %r: [f64; 1] = "
     "reduce_by_index %n, dests (%ds), neutral (0.0), keys %ks, values (%xs) " SOAC_CURVED " return %r\n}\n"},
    {"reduce_by_index rows plus", special,
     "func @f(%ds: [f64; 2], %ks: [i64; 1], %xs: [f64; 2]) -> ([f64; 2]) {\n %n: i64 = extent %xs, 0\n %e: [f64; 1] = fill 0.0, "
     "[4]\n %r: [f64; 2] = reduce_by_index %n, dests (%ds), neutral (%e), keys %ks, values (%xs) " SOAC_ROWS(
         "add %x, %y") " return %r\n}\n"},
    {"reduce_by_index rows times", special,
     "func @f(%ds: [f64; 2], %ks: [i64; 1], %xs: [f64; 2]) -> ([f64; 2]) {\n %n: i64 = extent %xs, 0\n %e: [f64; 1] = fill 1.0, "
     "[4]\n %r: [f64; 2] = reduce_by_index %n, dests (%ds), neutral (%e), keys %ks, values (%xs) " SOAC_ROWS(
         "mul %x, %y") " return %r\n}\n"},
    {"reduce_by_index rows max", special,
     "func @f(%ds: [f64; 2], %ks: [i64; 1], %xs: [f64; 2]) -> ([f64; 2]) {\n %n: i64 = extent %xs, 0\n %e: [f64; 1] = fill -inf, "
     "[4]\n %r: [f64; 2] = reduce_by_index %n, dests (%ds), neutral (%e), keys %ks, values (%xs) " SOAC_ROWS(
         "max %x, %y") " return %r\n}\n"},
    {"reduce rows general", general,
     "func @f(%xs: [f64; 2]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %e: [f64; 1] = fill 0.0, [4]\n %r: [f64; 1] = reduce "
     "%n, (%xs), neutral (%e) " SOAC_ROWS("hypot %x, %y") " return %r\n}\n"},
    {"scan rows general", general,
     "func @f(%xs: [f64; 2]) -> ([f64; 2]) {\n %n: i64 = extent %xs, 0\n %e: [f64; 1] = fill 0.0, [4]\n %r: [f64; 2] = scan %n, "
     "(%xs), neutral (%e) " SOAC_ROWS("hypot %x, %y") " return %r\n}\n"},
    {"reduce_by_index rows general", general,
     "func @f(%ds: [f64; 2], %ks: [i64; 1], %xs: [f64; 2]) -> ([f64; 2]) {\n %n: i64 = extent %xs, 0\n %e: [f64; 1] = fill 0.0, "
     "[4]\n %r: [f64; 2] = reduce_by_index %n, dests (%ds), neutral (%e), keys %ks, values (%xs) " SOAC_ROWS(
         "hypot %x, %y") " return %r\n}\n"},
    {"reduce_by_index general, few operations", general,
     "func @f(%ds: [f64; 1], %ks: [i64; 1], %xs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %r: [f64; 1] = "
     "reduce_by_index %n, dests (%ds), neutral (0.0), keys %ks, values (%xs) " SOAC_SCALAR("hypot %a, %b") " return %r\n}\n"},
    {"reduce_by_index pairs", general,
     "func @f(%ds: [f64; 1], %es: [f64; 1], %ks: [i64; 1], %xs: [f64; 1], %ys: [f64; 1]) -> ([f64; 1], [f64; 1]) {\n %n: i64 = "
     "extent %xs, 0\n %r: [f64; 1], %s: [f64; 1] = reduce_by_index %n, dests (%ds, %es), neutral (1.0, 0.0), keys %ks, values "
     "(%xs, %ys) " SOAC_AFFINE " return %r, %s\n}\n"},
    {"reduce_by_index fmax", special,
     "func @f(%ds: [f64; 1], %ks: [i64; 1], %xs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %r: [f64; 1] = "
     "reduce_by_index %n, dests (%ds), neutral (-inf), keys %ks, values (%xs) " SOAC_SCALAR("fmax %a, %b") " return %r\n}\n"},
    {"segmented reduce", general,
     "func @f(%xs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %m: i64 = div %n, 10\n %r: [f64; 1] = map %m, () "
     "|%i: i64| {\n %k: i64 = mul %i, 10\n %p: [f64; 1] = slice %xs, start %k, count 10, step 1\n %w: f64 = reduce 10, (%p), "
     "neutral (0.0) " SOAC_CURVED " yield %w\n }\n return %r\n}\n"},
    {"segmented scan", general,
     "func @f(%fs: [i64; 1], %xs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %bs: [bool; 1] = map %n, (%fs) |%i: "
     "i64, %k: i64| {\n %l: bool = lt %k, 6\n yield %l\n }\n %q: [bool; 1], %r: [f64; 1] = scan %n, (%bs, %xs), neutral (false, "
     "0.0) |%a: bool, %b: f64, %c: bool, %d: f64| {\n %e: bool = or %a, %c\n %g: f64 = if %c {\n yield %d\n } else {\n %s: "
     "f64 = add %b, %d\n %t: f64 = mul %b, %d\n %u: f64 = fma %t, 0.01, %s\n yield %u\n }\n yield %e, %g\n }\n return %r\n}\n"},
    {"scatter", special,
     "func @f(%ds: [f64; 1], %is: [i64; 1], %xs: [f64; 1]) -> ([f64; 1]) {\n %r: [f64; 1] = scatter %ds, %is, %xs\n return "
     "%r\n}\n"},
    {"sort", special,
     "func @f(%xs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %o: [i64; 1] = argsort %xs\n %r: [f64; 1] = map %n, "
     "(%o) |%i: i64, %k: i64| {\n %x: f64 = index %xs[%k]\n yield %x\n }\n return %r\n}\n"},
    {"rotate, reverse, concat", special,
     "func @f(%xs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %m: i64 = sub %n, 1\n %a: [f64; 1] = rotate %xs, 3\n "
     "%b: [f64; 1] = slice %xs, start %m, count %n, step -1\n %r: [f64; 1] = concat %a, %b\n return %r\n}\n"},
    {"transpose", special, "func @f(%xs: [f64; 2]) -> ([f64; 2]) {\n %r: [f64; 2] = rearrange %xs, (1, 0)\n return %r\n}\n"},
};

/// Numbers near 1, so that products stay finite; a permutation, which serves as keys modulo the number of bins.
RuntimeValue argument(ir::Type type, std::int64_t n, bool isScatter) {
  if (type.scalar == ir::Scalar::I64) {
    std::vector<std::int64_t> keys;
    for (std::int64_t i = 0; i < n; ++i)
      keys.push_back(isScatter ? i * 7 % n : i * 7919 % 23);
    return RuntimeValue::indices(keys);
  }
  std::vector<double> numbers;
  for (std::int64_t i = 0; i < n * (type.rank == 2 ? 4 : 1); ++i)
    numbers.push_back(1 + 1e-3 * std::sin(1.3 * static_cast<double>(i)));
  return type.rank == 2 ? RuntimeValue::array(numbers, {n, 4}) : RuntimeValue::array(numbers);
}

std::uint64_t workOf(const ir::Function &f, llvm::ArrayRef<RuntimeValue> arguments, std::vector<RuntimeValue> *results = nullptr) {
  ops::Counters counters;
  auto outcome = eval::run(f, arguments, &counters);
  EXPECT_TRUE(std::holds_alternative<std::vector<RuntimeValue>>(outcome));
  if (results)
    *results = std::get<std::vector<RuntimeValue>>(std::move(outcome));
  return counters.total();
}

class AdjointWork : public testing::TestWithParam<Work> {};

TEST_P(AdjointWork, IsAConstantFactorOfThePrimals) {
  const Work &work = GetParam();
  ir::ParseResult parsed = ir::parse(work.text);
  ASSERT_FALSE(parsed.error) << parsed.error->message << '\n' << work.text;
  const ir::Function &f = parsed.functions.front();
  std::string why;
  auto adjoint = differentiated(wrapAdjoint(f), &why, work.rule);
  ASSERT_TRUE(adjoint) << why;
  const ir::Function best = optimise::optimise(std::move(*adjoint)), primal = optimise::optimise(f);
  const bool hasRows = llvm::any_of(f.body.parameters, [&](ir::Value p) { return f.type(p).rank == 2; });
  double first = 0;
  const char *size = std::getenv("SOAC_WORK_SIZE");
  const std::int64_t largest = size ? std::strtoll(size, nullptr, 10) : 10000;
  for (std::int64_t n = 100; n <= largest; n *= 10) {
    std::vector<RuntimeValue> arguments, results;
    for (ir::Value p : f.body.parameters)
      arguments.push_back(argument(f.type(p), hasRows ? n / 4 : n, llvm::StringRef(work.name) == "scatter"));
    const std::uint64_t once = workOf(primal, arguments, &results);
    for (const RuntimeValue &r : results)
      arguments.push_back(r.copy());
    const double ratio = static_cast<double>(workOf(best, arguments)) / static_cast<double>(once);
    if (n == 100)
      first = ratio;
    EXPECT_LE(ratio, work.most) << n;
    EXPECT_LE(ratio, 1.15 * first) << n;
    RecordProperty("ratio_" + std::to_string(n), std::to_string(ratio));
  }
}

INSTANTIATE_TEST_SUITE_P(Work, AdjointWork, testing::ValuesIn(programs), [](const auto &info) {
  std::string name = info.param.name;
  for (char &c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)))
      c = '_';
  return name;
});

// Steps that each change three elements of a large array that the loop carries and reads.
std::string steps(const std::string &change) {
  return R"(func @f(%xs: [f64; 1], %n: i64) -> ([f64; 1]) {
      %r: [f64; 1] = loop %n, (%xs) |%i: i64, %ys: [f64; 1]| {
        %is: [i64; 1], %vs: [f64; 1] = map 3, () |%j: i64| {
          %t: i64 = mul %i, 3
          %k: i64 = add %t, %j
          %y: f64 = index %ys[%k]
          %s: f64 = sin %y
          yield %k, %s
        }
        %zs: [f64; 1] = )" +
         change + R"(
        yield %zs
      }
      return %r
    })";
}

std::string histogram(const std::string &neutral, const std::string &op) {
  return steps("reduce_by_index 3, dests (%ys), neutral (" + neutral + "), keys %is, values (%vs) |%a: f64, %b: f64| {\n" + op +
               "\n yield %c\n }");
}

/// The array itself is copied a few times in all.
void expectProportionalToTheUpdates(const std::string &text) {
  ir::ParseResult parsed = ir::parse(text);
  ASSERT_FALSE(parsed.error) << parsed.error->message << '\n' << text;
  const ir::Function &f = parsed.functions.front();
  const auto adjoint = differentiated(wrapAdjoint(f));
  ASSERT_TRUE(adjoint);
  const ir::Function best = optimise::optimise(*adjoint), primal = optimise::optimise(f);
  const auto work = [](const ir::Function &g, std::int64_t size, std::int64_t steps) {
    const RuntimeValue xs = argument({ir::Scalar::F64, 1}, size, false);
    const std::vector<RuntimeValue> arguments{xs, RuntimeValue::i64(steps), xs.copy()};
    return workOf(g, llvm::ArrayRef(arguments).take_front(g.body.parameters.size()));
  };
  const auto perStep = [&](const ir::Function &g, std::int64_t size) { return work(g, size, 2000) - work(g, size, 1000); };
  EXPECT_LE(work(best, 40000, 0), 5u * 40000u);
  EXPECT_LE(perStep(best, 40000), 20 * perStep(primal, 40000));
  EXPECT_EQ(perStep(best, 40000), perStep(best, 10000)) << "the work grows with the array";
}

TEST(AdjointWork, OfCarriedArraysIsProportionalToTheUpdates) {
  expectProportionalToTheUpdates(steps("scatter %ys, %is, %vs"));
  expectProportionalToTheUpdates(histogram("0.0", "%c: f64 = add %a, %b"));
  expectProportionalToTheUpdates(histogram("1.0", "%c: f64 = mul %a, %b"));
  expectProportionalToTheUpdates(histogram("-inf", "%c: f64 = max %a, %b"));
  expectProportionalToTheUpdates(histogram("0.0", "%u: f64 = add %a, %b\n %p: f64 = mul %a, %b\n %c: f64 = fma %p, 0.1, %u"));
}

} // namespace
} // namespace soac::test
