// The derivative in many directions is that in each of them, and its primal runs once.
#include "Programs.h"

#include "eval/Interpreter.h"
#include "ir/Parser.h"
#include "ir/Printer.h"
#include "ir/Verifier.h"
#include "optimise/Passes.h"
#include "support/Derivatives.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace soac::test {
namespace {

using ops::Data;
using ops::Number;

ir::Function parsed(llvm::StringRef text) {
  ir::ParseResult result = ir::parse(text);
  EXPECT_FALSE(result.error) << result.error->line << ":" << result.error->column << ": " << result.error->message;
  return result.functions.empty() ? ir::Function() : std::move(result.functions.front());
}

ir::Function wrapped(const ir::Function &f, bool isAdjoint) { return isAdjoint ? wrapAdjoint(f) : wrapTangent(f); }

/// The same derivative in k directions; k is the last parameter.
ir::Function inDirections(ir::Function g) {
  ir::Statement &statement = g.body.statements.back();
  auto &d = std::get<ir::Differentiate>(statement.op);
  const auto enlarge = [&](ir::Value v) { g.values.setType(v, g.type(v).withRank(g.type(v).rank + 1u)); };
  for (ir::Value seed : d.seeds)
    enlarge(seed);
  for (ir::Value r : llvm::ArrayRef(statement.results).drop_front(d.fn.results.size()))
    enlarge(r);
  d.directions = g.values.fresh(ir::indexType, "k");
  g.body.parameters.push_back(d.directions);
  return g;
}

std::vector<Data> resultsOf(const ir::Function &f, llvm::ArrayRef<Data> arguments, std::uint64_t *work = nullptr) {
  eval::Counters counters;
  eval::Outcome outcome = eval::run(f, arguments, &counters);
  if (const auto *failure = std::get_if<eval::Failure>(&outcome)) {
    ADD_FAILURE() << failure->message << "\n" << ir::toString(f);
    return {};
  }
  if (work)
    *work = counters.scalarOperations;
  return std::get<std::vector<Data>>(std::move(outcome));
}

/// Numbers of the shape of `like`, k of them for each of its elements.
Data seedLike(const Data &like, std::int64_t k, std::mt19937_64 &random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  ops::Extents extents(like.extents());
  extents.push_back(k);
  Data seed(like.scalar(), extents);
  for (Number &n : seed.mutableElements())
    n = ops::numberOf(like.scalar() == ir::Scalar::F32 ? double{static_cast<float>(uniform(random))} : uniform(random));
  return seed;
}

/// Direction d of an array of all directions.
Data direction(const Data &all, std::int64_t d) {
  const auto element = [&](std::size_t i) {
    return all.elements()[i * static_cast<std::size_t>(all.extents().back()) + static_cast<std::size_t>(d)];
  };
  if (all.rank() == 1)
    return {all.scalar(), element(0)};
  Data one(all.scalar(), ops::Extents(all.extents().drop_back()));
  for (std::size_t i = 0; i < one.elements().size(); ++i)
    one.mutableElements()[i] = element(i);
  return one;
}

void expectEqual(const Data &found, const Data &expected) {
  ASSERT_EQ(found.rank(), expected.rank());
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < expected.elements().size(); ++i) {
    const Number a = found.elements()[i], b = expected.elements()[i];
    if (!ir::isFloat(expected.scalar())) {
      EXPECT_EQ(a.i, b.i) << i;
      continue;
    }
    const double scale = std::max({1.0, std::fabs(a.f), std::fabs(b.f)});
    const double most = (expected.scalar() == ir::Scalar::F32 ? 1e-5 : 1e-12) * scale;
    EXPECT_TRUE(a.f == b.f || (std::isnan(a.f) && std::isnan(b.f)) || std::fabs(a.f - b.f) <= most)
        << i << ": " << a.f << " and " << b.f;
  }
}

class Directions : public testing::TestWithParam<std::tuple<Case, bool>> {};

TEST_P(Directions, AreEachLikeOneAlone) {
  const auto &[c, isAdjoint] = GetParam();
  const ir::Function f = parsed(c.text), g = wrapped(f, isAdjoint);
  std::string why;
  const auto one = differentiated(g, &why), many = differentiated(inDirections(g), &why);
  ASSERT_TRUE(one && many) << why;
  for (const std::string &problem : ir::verify(*many))
    FAIL() << problem << "\n" << ir::toString(*many);
  const ir::Function best = optimise::optimise(*many);

  constexpr std::int64_t k = 3;
  std::mt19937_64 random(7);
  std::vector<Data> all = c.point;
  const std::size_t arguments = all.size(), primals = f.body.results.size();
  for (const Data &like : isAdjoint ? resultsOf(f, c.point) : c.point)
    if (ir::isFloat(like.scalar()))
      all.push_back(seedLike(like, k, random));
  all.push_back(Data::i64(k));
  for (const ir::Function *derivative : {&*many, &best}) {
    const std::vector<Data> found = resultsOf(*derivative, all);
    ASSERT_GE(found.size(), primals);
    for (std::int64_t d = 0; d < k; ++d) {
      std::vector<Data> alone(all.begin(), all.end() - 1);
      for (std::size_t i = arguments; i < alone.size(); ++i)
        alone[i] = direction(alone[i], d);
      const std::vector<Data> expected = resultsOf(*one, alone);
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t i = 0; i < found.size(); ++i)
        expectEqual(i < primals ? found[i] : direction(found[i], d), expected[i]);
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
  const ir::Function f = parsed(heavy.text), g = wrapped(f, isAdjoint);
  std::string why;
  const auto many = differentiated(inDirections(g), &why);
  ASSERT_TRUE(many) << why;
  const ir::Function best = optimise::optimise(*many), primal = optimise::optimise(f);
  std::mt19937_64 random(7);
  const Data xs = seedLike(Data::f64(0), 100, random), cs = seedLike(Data::f64(0), 100, random);
  std::uint64_t once = 0;
  const std::vector<Data> results = resultsOf(primal, {xs, cs}, &once);
  const auto workOf = [&](std::int64_t k) {
    std::vector<Data> arguments{xs, cs};
    for (const Data &like : isAdjoint ? results : std::vector<Data>{xs, cs})
      arguments.push_back(seedLike(like, k, random));
    arguments.push_back(Data::i64(k));
    std::uint64_t work = 0;
    resultsOf(best, arguments, &work);
    return work;
  };
  const std::uint64_t none = workOf(0), few = workOf(2), more = workOf(10);
  EXPECT_LE(none, 4 * once); // of both sweeps, with their checkpoints
  EXPECT_LE((more - few) / 8, once / 2);
  RecordProperty("primal", std::to_string(once));
  RecordProperty("direction", std::to_string((more - few) / 8));
}

INSTANTIATE_TEST_SUITE_P(Heavy, Work, testing::Combine(testing::ValuesIn(heavies), testing::Bool()), [](const auto &info) {
  std::string name = std::get<0>(info.param).name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name + (std::get<1>(info.param) ? "_adjoint" : "_tangent");
});

} // namespace
} // namespace soac::test
