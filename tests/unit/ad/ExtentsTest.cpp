// The work of an adjoint grows with no extent with which the primal's does not: of every combinator, each extent alone grows to a
// hundred times, and the operations, reads and writes of the adjoint over those of the primal stay what they were, but for one write of
// each number of the derivative.
#include "eval/Interpreter.h"
#include "ir/text/Parser.h"
#include "optimise/Passes.h"
#include "support/Derivatives.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace soac::test {
namespace {

using ops::RuntimeValue;

struct Growth {
  const char *name;
  std::vector<const char *> extents; ///< of each parameter: its letters; of integers their count and then what they are below
  std::map<char, std::int64_t> sizes;
  const char *text;
  const char *alone = nullptr; ///< the letters that grow; none: all
};

#define SOAC_ADD "|%a: f64, %b: f64| {\n %c: f64 = add %a, %b\n yield %c\n }\n"
#define SOAC_ADD_ROWS                                                                                                  \
  "|%a: [f64; 1], %b: [f64; 1]| {\n %m: i64 = extent %a, 0\n %c: [f64; 1] = map %m, (%a, %b) |%i: i64, %x: f64, %y: f64| {\n  "   \
  "%z: f64 = add %x, %y\n  yield %z\n }\n yield %c\n }\n"

const std::vector<Growth> programs = {
    {"map of rows", {"nm"}, {{'n', 10}, {'m', 10}},
     "func @f(%xs: [f64; 2]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %r: [f64; 1] = map %n, (%xs) |%i: i64, %x: [f64; 1]| {\n %m: "
     "i64 = extent %x, 0\n %ys: [f64; 1] = map %m, (%x) |%j: i64, %y: f64| {\n %z: f64 = sin %y\n yield %z\n }\n %s: f64 = reduce %m, "
     "(%ys), neutral (0.0) " SOAC_ADD " yield %s\n }\n return %r\n}\n"},
    {"reduce of rows", {"nm"}, {{'n', 10}, {'m', 10}},
     "func @f(%xs: [f64; 2]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %w: i64 = extent %xs, 1\n %e: [f64; 1] = fill 0.0, [%w]\n %r: "
     "[f64; 1] = reduce %n, (%xs), neutral (%e) " SOAC_ADD_ROWS " return %r\n}\n"},
    {"scan of rows", {"nm"}, {{'n', 10}, {'m', 10}},
     "func @f(%xs: [f64; 2]) -> ([f64; 2]) {\n %n: i64 = extent %xs, 0\n %w: i64 = extent %xs, 1\n %e: [f64; 1] = fill 0.0, [%w]\n %r: "
     "[f64; 2] = scan %n, (%xs), neutral (%e) " SOAC_ADD_ROWS " return %r\n}\n"},
    {"reduce_by_index", {"k", "nk", "n"}, {{'n', 20}, {'k', 20}},
     "func @f(%ds: [f64; 1], %ks: [i64; 1], %xs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %r: [f64; 1] = reduce_by_index %n, "
     "dests (%ds), neutral (0.0), keys %ks, values (%xs) " SOAC_ADD " return %r\n}\n"},
    {"reduce_by_index of rows", {"km", "nk", "nm"}, {{'n', 10}, {'k', 10}, {'m', 5}},
     "func @f(%ds: [f64; 2], %ks: [i64; 1], %xs: [f64; 2]) -> ([f64; 2]) {\n %n: i64 = extent %xs, 0\n %w: i64 = extent %xs, 1\n %e: "
     "[f64; 1] = fill 0.0, [%w]\n %r: [f64; 2] = reduce_by_index %n, dests (%ds), neutral (%e), keys %ks, values (%xs) " SOAC_ADD_ROWS
     " return %r\n}\n"},
    {"scatter", {"k", "nk", "n"}, {{'n', 1000}, {'k', 1000}},
     "func @f(%ds: [f64; 1], %is: [i64; 1], %xs: [f64; 1]) -> ([f64; 1]) {\n %r: [f64; 1] = scatter %ds, %is, %xs\n return %r\n}\n", "k"},
    {"gather", {"m", "nm"}, {{'n', 20}, {'m', 20}},
     "func @f(%xs: [f64; 1], %is: [i64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %is, 0\n %r: [f64; 1] = map %n, (%is) |%i: i64, %k: i64| "
     "{\n %x: f64 = index %xs[%k]\n %y: f64 = mul %x, %x\n yield %y\n }\n return %r\n}\n"},
    {"gather of rows", {"km", "nk"}, {{'n', 10}, {'k', 10}, {'m', 10}},
     "func @f(%xs: [f64; 2], %is: [i64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %is, 0\n %m: i64 = extent %xs, 1\n %r: [f64; 1] = map %n, "
     "(%is) |%i: i64, %k: i64| {\n %x: [f64; 1] = index %xs[%k]\n %ys: [f64; 1] = map %m, (%x) |%j: i64, %y: f64| {\n %z: f64 = sin %y\n "
     "yield %z\n }\n %s: f64 = reduce %m, (%ys), neutral (0.0) " SOAC_ADD " yield %s\n }\n return %r\n}\n"},
    {"one row", {"nm"}, {{'n', 10}, {'m', 10}},
     "func @f(%xs: [f64; 2]) -> (f64) {\n %m: i64 = extent %xs, 1\n %x: [f64; 1] = index %xs[3]\n %s: f64 = reduce %m, (%x), neutral "
     "(0.0) " SOAC_ADD " return %s\n}\n"},
    {"slice", {"n", "p"}, {{'n', 2000}, {'p', 10}},
     "func @f(%xs: [f64; 1], %ys: [f64; 1]) -> (f64) {\n %p: i64 = extent %ys, 0\n %s: [f64; 1] = slice %xs, start 1, count %p, step 1\n "
     "%zs: [f64; 1] = map %p, (%s, %ys) |%i: i64, %x: f64, %y: f64| {\n %z: f64 = mul %x, %y\n yield %z\n }\n %r: f64 = reduce %p, (%zs), "
     "neutral (0.0) " SOAC_ADD " return %r\n}\n"},
    {"rotate and concat", {"n", "m"}, {{'n', 20}, {'m', 20}},
     "func @f(%xs: [f64; 1], %ys: [f64; 1]) -> ([f64; 1]) {\n %a: [f64; 1] = rotate %xs, 3\n %r: [f64; 1] = concat %a, %ys\n return "
     "%r\n}\n"},
    {"transpose", {"nm"}, {{'n', 10}, {'m', 10}},
     "func @f(%xs: [f64; 2]) -> ([f64; 2]) {\n %r: [f64; 2] = rearrange %xs, (1, 0)\n return %r\n}\n"},
    // Of each of n rows, p numbers of m columns: a sparse matrix times a vector.
    {"sums of gathers", {"np", "qm", "m"}, {{'n', 10}, {'p', 10}, {'m', 20}, {'q', 1000}},
     "func @f(%xs: [f64; 2], %cs: [i64; 1], %v: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %p: i64 = extent %xs, 1\n %r: [f64; 1] "
     "= map %n, (%xs) |%i: i64, %x: [f64; 1]| {\n %ys: [f64; 1] = map %p, (%x) |%j: i64, %y: f64| {\n %a: i64 = add %i, %j\n %b: i64 = rem "
     "%a, 1000\n %k: i64 = index %cs[%b]\n %z: f64 = index %v[%k]\n %w: f64 = mul %y, %z\n yield %w\n }\n %s: f64 = reduce %p, (%ys), "
     "neutral (0.0) |%c: f64, %d: f64| {\n %e: f64 = add %c, %d\n yield %e\n }\n yield %s\n }\n return %r\n}\n"},
    // The distances of n points of p numbers to k rows, of which those at the columns of the numbers are read: sparse k-means.
    {"least of sums of gathers", {"np", "qm", "km"}, {{'n', 10}, {'p', 10}, {'m', 20}, {'k', 5}, {'q', 1000}},
     "func @f(%xs: [f64; 2], %cs: [i64; 1], %rows: [f64; 2]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %p: i64 = extent %xs, 1\n %k: i64 = "
     "extent %rows, 0\n %r: [f64; 1] = map %n, (%xs) |%i: i64, %x: [f64; 1]| {\n %ds: [f64; 1] = map %k, (%rows) |%l: i64, %row: [f64; 1]| "
     "{\n %ys: [f64; 1] = map %p, (%x) |%j: i64, %y: f64| {\n %a: i64 = add %i, %j\n %b: i64 = rem %a, 1000\n %h: i64 = index %cs[%b]\n %z: "
     "f64 = index %row[%h]\n %u: f64 = sub %y, %z\n %w: f64 = mul %u, %u\n yield %w\n }\n %s: f64 = reduce %p, (%ys), neutral (0.0) |%c: "
     "f64, %d: f64| {\n %e: f64 = add %c, %d\n yield %e\n }\n yield %s\n }\n %least: f64 = reduce %k, (%ds), neutral (inf) |%c1: f64, "
     "%d1: f64| {\n %e1: f64 = min %c1, %d1\n yield %e1\n }\n yield %least\n }\n return %r\n}\n"},
    // The same of a loop that carries the sums and adds up.
    {"loops of gathers", {"np", "qm", "m"}, {{'n', 10}, {'p', 10}, {'m', 20}, {'q', 1000}},
     "func @f(%xs: [f64; 2], %cs: [i64; 1], %v: [f64; 1]) -> (f64) {\n %n: i64 = extent %xs, 0\n %p: i64 = extent %xs, 1\n %r: f64 = loop %n, "
     "(0.0) |%i: i64, %t: f64| {\n %s: f64 = loop %p, (0.0) |%j: i64, %u: f64| {\n %a: i64 = add %i, %j\n %b: i64 = rem %a, 1000\n %k: i64 = "
     "index %cs[%b]\n %z: f64 = index %v[%k]\n %y: f64 = index %xs[%i, %j]\n %w: f64 = mul %y, %z\n %c: f64 = add %u, %w\n yield %c\n }\n %q: "
     "f64 = mul %s, %s\n %d: f64 = add %t, %q\n yield %d\n }\n return %r\n}\n"},
    {"loop that updates", {"m", "nm"}, {{'n', 1000}, {'m', 1000}},
     "func @f(%xs: [f64; 1], %is: [i64; 1]) -> (f64) {\n %n: i64 = extent %is, 0\n %ys: [f64; 1] = loop %n, (%xs) |%i: i64, %v: [f64; 1]| {\n "
     "%k: i64 = index %is[%i]\n %x: f64 = index %v[%k]\n %y: f64 = sin %x\n %w: [f64; 1] = update %v[%k] = %y\n yield %w\n }\n %r: f64 = "
     "index %ys[1]\n return %r\n}\n", "m"},
    {"sort", {"n"}, {{'n', 100}},
     "func @f(%xs: [f64; 1]) -> ([f64; 1]) {\n %n: i64 = extent %xs, 0\n %o: [i64; 1] = argsort %xs\n %r: [f64; 1] = map %n, (%o) |%i: "
     "i64, %k: i64| {\n %x: f64 = index %xs[%k]\n yield %x\n }\n return %r\n}\n"},
};

/// Distinct integers where there are as many below the bound.
RuntimeValue integers(std::int64_t count, std::int64_t bound) {
  std::vector<std::int64_t> numbers;
  for (std::int64_t i = 0; i < count; ++i)
    numbers.push_back(i * 7919 % bound);
  return RuntimeValue::indices(numbers);
}

RuntimeValue numbersOf(llvm::ArrayRef<std::int64_t> extents) {
  std::int64_t count = 1;
  for (const std::int64_t e : extents)
    count *= e;
  std::vector<double> numbers;
  for (std::int64_t i = 0; i < count; ++i)
    numbers.push_back(1 + 0.5 * std::sin(1.3 * static_cast<double>(i)));
  return RuntimeValue::array(numbers, {extents.begin(), extents.end()});
}

std::vector<RuntimeValue> argumentsOf(const Growth &program, const ir::Function &f, const std::map<char, std::int64_t> &sizes) {
  std::vector<RuntimeValue> arguments;
  for (auto [p, letters] : llvm::zip_equal(f.body.parameters, program.extents)) {
    llvm::SmallVector<std::int64_t, 2> extents;
    for (const char letter : llvm::StringRef(letters))
      extents.push_back(sizes.at(letter));
    arguments.push_back(ir::isInteger(f.type(p).scalar) ? integers(extents[0], extents[1]) : numbersOf(extents));
  }
  return arguments;
}

std::int64_t workOf(const ir::Function &f, llvm::ArrayRef<RuntimeValue> arguments, std::vector<RuntimeValue> &results) {
  ops::Counters counters;
  auto outcome = eval::run(f, arguments, &counters);
  EXPECT_TRUE(std::holds_alternative<std::vector<RuntimeValue>>(outcome));
  if (auto *r = std::get_if<std::vector<RuntimeValue>>(&outcome))
    results = std::move(*r);
  return static_cast<std::int64_t>(counters.total());
}

/// The work of the adjoint over the primal's, without a write of each number of the derivative.
double ratio(const ir::Function &primal, const ir::Function &adjoint, std::vector<RuntimeValue> arguments) {
  std::vector<RuntimeValue> values, all;
  const std::int64_t once = workOf(primal, arguments, values);
  for (const RuntimeValue &v : values)
    arguments.push_back(v.copy());
  std::int64_t both = workOf(adjoint, arguments, all);
  for (const RuntimeValue &derivative : llvm::ArrayRef(all).drop_front(values.size()))
    both -= static_cast<std::int64_t>(derivative.elements().size());
  return static_cast<double>(both) / static_cast<double>(once);
}

class ExtentsAlone : public testing::TestWithParam<Growth> {};

TEST_P(ExtentsAlone, GrowTheAdjointAsThePrimal) {
  const Growth &program = GetParam();
  ir::ParseResult parsed = ir::parse(program.text);
  ASSERT_FALSE(parsed.error) << parsed.error->message << '\n' << program.text;
  const ir::Function &f = parsed.functions.front();
  std::string why;
  auto made = differentiated(wrapAdjoint(f), &why);
  ASSERT_TRUE(made) << why;
  const ir::Function adjoint = optimise::optimise(std::move(*made)), primal = optimise::optimise(f);
  const double first = ratio(primal, adjoint, argumentsOf(program, f, program.sizes));
  for (const auto &[letter, size] : program.sizes) {
    if (program.alone && !llvm::StringRef(program.alone).contains(letter))
      continue;
    std::map<char, std::int64_t> sizes = program.sizes;
    sizes[letter] = 100 * size;
    EXPECT_LE(ratio(primal, adjoint, argumentsOf(program, f, sizes)), 1.3 * first) << "with " << 100 * size << " for " << letter;
  }
}

INSTANTIATE_TEST_SUITE_P(Work, ExtentsAlone, testing::ValuesIn(programs), [](const auto &info) {
  std::string name = info.param.name;
  for (char &c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)))
      c = '_';
  return name;
});

} // namespace
} // namespace soac::test
