#include "Properties.h"

#include "ir/Parser.h"
#include "ir/Printer.h"
#include "ir/Verifier.h"
#include "optimise/Passes.h"
#include "support/Derivatives.h"
#include "support/Shrink.h"
#include "support/Trace.h"

#include <llvm/ADT/StringExtras.h>

#include <random>

namespace soac::property {
namespace {

using ops::Data;

std::string problemsOf(const ir::Function &f) {
  const auto problems = ir::verify(f);
  return problems.empty() ? "" : "not well-formed: " + llvm::join(problems, "; ");
}

std::string derivativesOf(const ir::Function &f, llvm::ArrayRef<Data> arguments) {
  const auto verdict = test::checkDerivatives(f, arguments);
  return verdict.isRefused ? "refused: " + verdict.refusal : verdict.mismatch;
}

/// Random numbers for the parameters of a wrapped function that follow the arguments.
std::vector<Data> withSeeds(llvm::ArrayRef<Data> arguments, llvm::ArrayRef<Data> like) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<Data> all(arguments.begin(), arguments.end());
  for (const Data &x : like)
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

std::string keepsValues(const char *pass, const ir::Function &before, const ir::Function &after,
                        llvm::ArrayRef<Data> arguments) {
  const auto prefixed = [&](const std::string &s) { return s.empty() ? s : std::string(pass) + ": " + s; };
  if (std::string s = problemsOf(after); !s.empty())
    return prefixed(s);
  const test::Trace a = test::trace(before, arguments), b = test::trace(after, arguments);
  if (!a.failure.empty() || !b.failure.empty())
    return prefixed(a.failure == b.failure ? "" : "fails: " + a.failure + b.failure);
  return prefixed(test::compareResults(b.results, a.results, 1e-11));
}

std::string passesOn(const ir::Function &f, llvm::ArrayRef<Data> arguments) {
  for (const optimise::Pass &pass : optimise::passes())
    if (std::string s = keepsValues(pass.name, f, pass.run(f), arguments); !s.empty())
      return s;
  if (std::string s = keepsValues("simplify", f, optimise::simplify(f), arguments); !s.empty())
    return s;
  return keepsValues("optimise", f, optimise::optimise(f), arguments);
}

/// A mismatch must stay a mismatch while it shrinks, a refusal a refusal.
std::string kindOf(llvm::StringRef problem) {
  for (const char *kind : {"crashes", "refused", "shape", "fails", "not well-formed", "J v", "differences"})
    if (problem.contains(kind))
      return kind;
  return problem.empty() ? "" : "values";
}

Features small() {
  Features features;
  features.statements = 3;
  features.depth = 2;
  return features;
}

} // namespace

std::string runs(const ir::Function &f, llvm::ArrayRef<Data> arguments) {
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

std::string firstOrder(const ir::Function &f, llvm::ArrayRef<Data> arguments) { return derivativesOf(f, arguments); }

std::string adjointOrder(const ir::Function &f, llvm::ArrayRef<Data> arguments) {
  const auto results = test::trace(f, arguments).results;
  return ofDerivative(test::wrapAdjoint(f),
                      [&](const ir::Function &g) { return derivativesOf(g, withSeeds(arguments, results)); });
}

std::string tangentOrder(const ir::Function &f, llvm::ArrayRef<Data> arguments) {
  return ofDerivative(test::wrapTangent(f),
                      [&](const ir::Function &g) { return derivativesOf(g, withSeeds(arguments, arguments)); });
}

std::string passes(const ir::Function &f, llvm::ArrayRef<Data> arguments) {
  if (std::string s = passesOn(f, arguments); !s.empty())
    return s;
  const auto results = test::trace(f, arguments).results;
  const std::string s = ofDerivative(
      test::wrapTangent(f), [&](const ir::Function &g) { return passesOn(g, withSeeds(arguments, arguments)); });
  if (!s.empty())
    return "of the tangent: " + s;
  const std::string t = ofDerivative(test::wrapAdjoint(f),
                                     [&](const ir::Function &g) { return passesOn(g, withSeeds(arguments, results)); });
  return t.empty() ? t : "of the adjoint: " + t;
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
      {"runs", runs, {}},
      {"first_order", firstOrder, {}},
      {"adjoint_order", adjointOrder, small()},
      {"tangent_order", tangentOrder, small()},
      {"passes", passes, {}},
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
