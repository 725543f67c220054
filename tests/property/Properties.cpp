#include "Properties.h"

#include "ir/text/Parser.h"
#include "ir/text/Printer.h"
#include "ir/verify/Verifier.h"
#include "ir/Walk.h"
#include "optimise/Passes.h"
#include "schedule/Lower.h"
#include "support/Derivatives.h"
#include "support/Shrink.h"
#include "support/Trace.h"

#include <llvm/ADT/StringExtras.h>

#include <random>

namespace soac::property {
namespace {

using ops::RuntimeValue;

std::string problemsOf(const ir::Function &f) {
  const auto problems = ir::verify(f);
  return problems.empty() ? "" : "not well-formed: " + llvm::join(problems, "; ");
}

std::string derivativesOf(const ir::Function &f, llvm::ArrayRef<RuntimeValue> arguments) {
  const auto verdict = test::checkDerivatives(f, arguments);
  return verdict.isRefused ? "refused: " + verdict.refusal : verdict.mismatch;
}

/// Random numbers for the parameters of a wrapped function that follow the arguments.
std::vector<RuntimeValue> withSeeds(llvm::ArrayRef<RuntimeValue> arguments, llvm::ArrayRef<RuntimeValue> like) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<RuntimeValue> all(arguments.begin(), arguments.end());
  for (const RuntimeValue &x : like)
    if (ir::isFloat(x.scalar())) {
      all.push_back(x.copy());
      for (ops::Number &n : all.back().mutableElements())
        n.f = uniform(random);
    }
  return all;
}

/// A property of the function without its `Differentiate`s.
template <class Check> std::string ofDerivative(const ir::Function &wrapped, Check check) {
  std::string why;
  const auto g = test::differentiated(wrapped, &why);
  if (!g)
    return "refused: " + why;
  if (std::string s = problemsOf(*g); !s.empty())
    return "the derivative is " + s;
  return check(*g);
}

std::string passesOn(const ir::Function &f, llvm::ArrayRef<RuntimeValue> arguments) {
  const test::Trace before = test::trace(f, arguments);
  const auto keepsValues = [&](const ir::Function &after) -> std::string {
    if (std::string s = problemsOf(after); !s.empty())
      return s;
    if (ir::equal(f.body, after.body))
      return "";
    const test::Trace now = test::trace(after, arguments);
    if (!before.failure.empty() || !now.failure.empty())
      return before.failure == now.failure ? "" : "fails: " + before.failure + now.failure;
    return test::compareResults(now.results, before.results, 1e-11);
  };
  for (const optimise::Pass &pass : optimise::passes())
    if (std::string s = keepsValues(pass.run(f)); !s.empty())
      return std::string(pass.name) + ": " + s;
  if (std::string s = keepsValues(optimise::simplify(f)); !s.empty())
    return "simplify: " + s;
  const ir::Function best = optimise::optimise(f);
  if (std::string s = keepsValues(best); !s.empty())
    return "optimise: " + s;
  if (std::string s = keepsValues(optimise::putInLanes(f, 2)); !s.empty())
    return "two lanes: " + s;
  if (std::string s = keepsValues(optimise::putInLanes(best, 2)); !s.empty())
    return "two lanes, optimised: " + s;
  for (const ir::Function &from : {f, best})
    if (std::string s = keepsValues(optimise::jamRows(optimise::putInLanes(from, 2), 2, 2)); !s.empty())
      return "blocks of two rows: " + s;
  for (const ir::Function &from : {f, best, optimise::putInLanes(best, 2)})
    if (std::string s = keepsValues(optimise::groupIterations(from, 2)); !s.empty())
      return "groups of two iterations: " + s;
  for (const std::int64_t lanes : {2, 3})
    if (std::string s = keepsValues(optimise::skipZeroTermsAnywhere(optimise::putInLanes(best, lanes))); !s.empty())
      return "without terms of zero: " + s;
  if (std::string s = keepsValues(schedule::lower(best)); !s.empty())
    return "lower: " + s;
  const std::string s = keepsValues(optimise::optimiseForDevice(f));
  return s.empty() ? s : "optimise for a device: " + s;
}

/// A mismatch must stay a mismatch while it shrinks, a refusal a refusal.
std::string kindOf(llvm::StringRef problem) {
  for (const char *kind : {"crashes", "refused", "shape", "fails", "not well-formed", "J v", "differences"})
    if (problem.contains(kind))
      return kind;
  return problem.empty() ? "" : "values";
}

/// The function with f32 for every f64, constants too.
ir::Function inSinglePrecision(ir::Function f) {
  for (ir::Function &definition : f.definitions)
    definition = inSinglePrecision(std::move(definition));
  const auto convert = [&](ir::Value &v) {
    const ir::Constant *c = f.values.asConstant(v);
    if (c && c->type == ir::Scalar::F64)
      v = f.values.constantFloat(ir::Scalar::F32, static_cast<float>(c->asDouble()));
  };
  const std::function<void(ir::Block &)> visit = [&](ir::Block &block) {
    for (ir::Statement &s : block.statements) {
      ir::forEachOperand(s.op, convert);
      if (auto *apply = std::get_if<ir::Apply>(&s.op); apply && apply->type == ir::Scalar::F64)
        apply->type = ir::Scalar::F32;
      if (auto *invoke = std::get_if<ir::Invoke>(&s.op))
        for (ir::Type &type : invoke->types)
          type = {ir::Scalar::F32, type.rank};
      ir::forEachBlock(s.op, visit);
    }
    llvm::for_each(block.results, convert);
  };
  visit(f.body);
  for (std::uint32_t id = 0; id < f.values.size(); ++id) {
    const ir::Value v{id};
    const ir::Type t = f.values.type(v);
    if (t.scalar == ir::Scalar::F64 && !f.values.asConstant(v))
      f.values.setType(v, {ir::Scalar::F32, t.rank, t.accumulator});
  }
  return f;
}

// Snapshots want shapes that are seen not to change; that a tangent has the shape of its array is only checked when the
// program runs.
Features small() {
  Features features;
  features.snapshotsOfArrays = false;
  features.statements = 3;
  features.iterations = 40;
  return features;
}

/// Little else than invocations.
Features linear() {
  Features features = small();
  features.linearRecursions = true;
  features.scans = features.bins = features.scatters = features.growth = features.userRules = features.arrays = false;
  features.accumulators = features.reductions = features.whileLoops = features.maps = features.emptyMatrices = false;
  features.depth = 2;
  return features;
}

} // namespace

std::string runs(const ir::Function &f, llvm::ArrayRef<RuntimeValue> arguments) {
  if (std::string s = problemsOf(f); !s.empty())
    return s;
  const std::string text = ir::toString(f);
  const auto parsed = ir::parse(text);
  if (parsed.error)
    return "does not parse back: " + parsed.error->message;
  if (ir::toString(parsed.functions[0]) != text)
    return "its text changes when it is parsed and printed";
  const test::Trace a = test::trace(f, arguments), b = test::trace(parsed.functions[0], arguments);
  if (!a.failure.empty())
    return "its run fails: " + a.failure;
  return test::compareResults(b.results, a.results, 0);
}

std::string firstOrder(const ir::Function &f, llvm::ArrayRef<RuntimeValue> arguments) { return derivativesOf(f, arguments); }

std::string adjointOrder(const ir::Function &f, llvm::ArrayRef<RuntimeValue> arguments) {
  const auto results = test::trace(f, arguments).results;
  return ofDerivative(test::wrapAdjoint(f),
                      [&](const ir::Function &g) { return derivativesOf(g, withSeeds(arguments, results)); });
}

std::string tangentOrder(const ir::Function &f, llvm::ArrayRef<RuntimeValue> arguments) {
  return ofDerivative(test::wrapTangent(f),
                      [&](const ir::Function &g) { return derivativesOf(g, withSeeds(arguments, arguments)); });
}

std::string passes(const ir::Function &f, llvm::ArrayRef<RuntimeValue> arguments) { return passesOn(f, arguments); }

std::string passesOfTangent(const ir::Function &f, llvm::ArrayRef<RuntimeValue> arguments) {
  return ofDerivative(test::wrapTangent(f),
                      [&](const ir::Function &g) { return passesOn(g, withSeeds(arguments, arguments)); });
}

std::string passesOfAdjoint(const ir::Function &f, llvm::ArrayRef<RuntimeValue> arguments) {
  const auto results = test::trace(f, arguments).results;
  return ofDerivative(test::wrapAdjoint(f),
                      [&](const ir::Function &g) { return passesOn(g, withSeeds(arguments, results)); });
}

std::string rules(const ir::Function &f, llvm::ArrayRef<RuntimeValue> arguments) {
  const std::string text = ir::toString(f);
  for (const char *rule : {"reduce:general", "reduce:sequential", "scan:general", "scan:sequential",
                           "reduce_by_index:general", "reduce_by_index:sequential", "map:dense"}) {
    if (!llvm::StringRef(text).contains((" " + llvm::StringRef(rule).split(':').first + " ").str()))
      continue;
    test::DerivativeOptions options;
    options.forceRule = rule;
    options.differences = false;
    const auto verdict = test::checkDerivatives(f, arguments, options);
    if (verdict.isRefused)
      return std::string(rule) + " refused: " + verdict.refusal;
    if (!verdict.mismatch.empty())
      return std::string(rule) + ": " + verdict.mismatch;
  }
  return "";
}

std::string singlePrecision(const ir::Function &f, llvm::ArrayRef<RuntimeValue> arguments) {
  const ir::Function g = inSinglePrecision(f);
  std::vector<RuntimeValue> single;
  for (const RuntimeValue &a : arguments) {
    const bool isFloat = ir::isFloat(a.scalar());
    if (!isFloat)
      single.push_back(a);
    else if (!a.isArray())
      single.push_back(RuntimeValue::f32(static_cast<float>(a.asDouble())));
    else {
      single.emplace_back(ir::Scalar::F32, ops::Extents(a.extents()));
      for (auto [to, from] : llvm::zip(single.back().mutableElements(), a.elements()))
        to.f = static_cast<float>(from.f);
    }
  }
  const test::Trace primal = test::trace(g, single);
  if (!primal.failure.empty())
    return ""; // an index that rounding took out of range
  const auto runsOptimised = [&](const std::vector<RuntimeValue> &like) {
    return [&, like](const ir::Function &d) -> std::string {
      const ir::Function best = optimise::optimise(d);
      if (std::string s = problemsOf(best); !s.empty())
        return "optimised: " + s;
      const std::string failure = test::trace(best, withSeeds(single, like)).failure;
      return failure.empty() ? "" : "fails: " + failure;
    };
  };
  const std::string s = ofDerivative(test::wrapTangent(g), runsOptimised(single));
  return s.empty() ? ofDerivative(test::wrapAdjoint(g), runsOptimised(primal.results)) : s;
}

std::optional<Sample> derivativeOf(const Sample &sample, ir::Mode mode) {
  const bool isTangent = mode == ir::Mode::Tangent;
  auto f = test::differentiated(isTangent ? test::wrapTangent(sample.function) : test::wrapAdjoint(sample.function));
  if (!f)
    return std::nullopt;
  const auto like = isTangent ? sample.arguments : test::trace(sample.function, sample.arguments).results;
  return Sample{optimise::optimise(std::move(*f)), withSeeds(sample.arguments, like), ""};
}

llvm::ArrayRef<NamedProperty> properties() {
  static const NamedProperty table[] = {
      {"runs", runs, {}, 1},
      {"first_order", firstOrder, {}, 1},
      {"adjoint_order", adjointOrder, small(), 2},
      {"tangent_order", tangentOrder, small(), 1},
      {"passes", passes, {}, 1},
      {"passes_of_tangent", passesOfTangent, {}, 2},
      {"passes_of_adjoint", passesOfAdjoint, {}, 4},
      {"passes_of_linear_recursions", passesOfAdjoint, linear(), 4},
      {"rules", rules, {}, 4},
      {"vector_mode", vectorMode, {}, 4},
      {"single_precision", singlePrecision, {}, 8},
  };
  return table;
}

std::string check(const NamedProperty &property, std::uint64_t first, std::uint64_t count) {
  return check(property, property.features, first, count);
}

std::string check(const NamedProperty &property, const Features &features, std::uint64_t first, std::uint64_t count,
                  bool shrinks) {
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const Sample sample = generate(seed, features);
    std::string problem = sample.failure.empty() ? property.holds(sample.function, sample.arguments)
                                                 : "the generator made a program that fails: " + sample.failure;
    if (problem.empty())
      continue;
    test::Case c{sample.function, sample.arguments};
    const std::string kind = kindOf(problem);
    const auto fails = [&](const test::Case &smaller) {
      if (!ir::verify(smaller.function).empty())
        return false;
      const test::Trace t = test::trace(smaller.function, smaller.arguments);
      return t.failure.empty() && t.largest < 1e4 &&
             kindOf(property.holds(smaller.function, smaller.arguments)) == kind;
    };
    if (shrinks && sample.failure.empty()) {
      c = test::shrink(c, fails);
      problem = property.holds(c.function, c.arguments);
    }
    return std::string(property.name) + ", seed " + std::to_string(seed) + ": " + problem + "\n" + test::toString(c);
  }
  return "";
}

} // namespace soac::property
