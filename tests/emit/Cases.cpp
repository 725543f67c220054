#include "Cases.h"

#include "ir/Parser.h"
#include "ir/Verifier.h"
#include "property/Generator.h"

#include <llvm/ADT/Twine.h>
#include <llvm/Support/ErrorHandling.h>

namespace soac::test {

using ops::Data;

namespace {

constexpr unsigned randomPrograms = 200;

struct Source {
  const char *text;
  std::vector<Data> arguments;
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
    result.push_back({"random_" + std::to_string(seed), std::move(sample.function), std::move(sample.arguments)});
  }
  return result;
}

} // namespace soac::test
