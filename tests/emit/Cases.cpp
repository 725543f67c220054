#include "Cases.h"

#include "ir/text/Parser.h"
#include "ir/verify/Verifier.h"
#include "optimise/Passes.h"
#include "property/Properties.h"
#include "support/Derivatives.h"

#include <llvm/ADT/Twine.h>
#include <llvm/Support/ErrorHandling.h>

namespace soac::test {

using ops::RuntimeValue;

namespace {

struct Source {
  const char *text;
  std::vector<RuntimeValue> arguments;
};

const std::vector<Source> &sources() {
  static const std::vector<Source> all = {
#include "Cases.def"
  };
  return all;
}

} // namespace

std::vector<Case> cases() {
  std::vector<Case> result;
  for (const Source &s : sources()) {
    ir::ParseResult parsed = ir::parse(s.text);
    if (parsed.error)
      llvm::report_fatal_error(llvm::Twine("line ") + llvm::Twine(parsed.error->line) + ": " + parsed.error->message +
                               "\n" + s.text);
    for (ir::Function &f : parsed.functions) {
      const auto problems = ir::verify(f);
      if (!problems.empty())
        llvm::report_fatal_error(llvm::Twine(f.name) + ": " + problems.front());
      std::string name = f.name;
      result.push_back({std::move(name), std::move(f), s.arguments});
    }
  }
  for (unsigned seed = 1; seed <= randomPrograms; ++seed) {
    property::Sample sample = property::generate(seed, property::Features());
    std::string name = "random_" + std::to_string(seed);
    if (seed % 3 == 0) {
      sample.function = optimise::optimise(*differentiated(std::move(sample.function))); // without rules
    } else {
      const bool adjoint = seed % 3 == 1;
      auto derivative = property::derivativeOf(sample, adjoint ? ir::Mode::Adjoint : ir::Mode::Tangent);
      if (!derivative)
        continue; // nothing in it is differentiable
      sample = std::move(*derivative);
      name += adjoint ? "_adj" : "_tan";
    }
    result.push_back({std::move(name), std::move(sample.function), std::move(sample.arguments)});
  }
  return result;
}

} // namespace soac::test
