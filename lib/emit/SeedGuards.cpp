// Functions of numbers that are tried without the guards of their seeds (analysis/SeedGuards.h):
//   double f_jvp(double x, double x_tan) {
//     return soac::runtime::try_without_guards([&](auto &seeds) -> double {
//       const double y_tan = seeds.seed_mul(x_tan, 1.0 / x);
//       seeds.saw_nan(y_tan);
//       return y_tan;
//     });
//   }
#include "emit/FunctionEmitter.h"

#include "ir/Walk.h"

#include <llvm/ADT/StringExtras.h>

namespace soac::emit {

using namespace interface;
using namespace ir;

namespace {

constexpr std::size_t fewGuards = 4; ///< fewer are not worth a second version

bool hasOnlyNumbers(const CxxType &t) {
  return t.kind == CxxType::Kind::Scalar ||
         (t.kind == CxxType::Kind::Record && t.making != CxxType::Making::Assignment &&
          llvm::all_of(t.fields, [](const CxxType::Field &f) {
            return f.type.kind == CxxType::Kind::Void || hasOnlyNumbers(f.type);
          }));
}

/// Are elements of the parameters read, and nothing else done with them? Their memory may be the caller's.
bool readsParametersAlone(const Function &f) {
  const auto isParameter = [&](Value v) { return f.type(v).isArray() && llvm::is_contained(f.body.parameters, v); };
  bool isFine = llvm::none_of(f.body.results, isParameter);
  forEachStatement(f.body, [&](const Statement &s) {
    if (!std::holds_alternative<Index>(s.op) && !std::holds_alternative<Extent>(s.op))
      forEachOperand(s.op, [&](Value v) { isFine &= !isParameter(v); });
    forEachBlock(s.op, [&](const Block &b) { isFine &= llvm::none_of(b.results, isParameter); });
  });
  return isFine;
}

} // namespace

/// What writes parameters is not run twice; a loop that ends early gives any number.
bool FunctionEmitter::triesWithoutGuards() const {
  return mayTryWithoutGuards() && decided.isOutermost && !isDefinition && guards && guards->count >= fewGuards &&
         llvm::none_of(face.parameters, isOutput) && readsParametersAlone(function) && hasOnlyNumbers(face.result) &&
         ((guards->ends.empty() && guards->choices.empty()) || face.result.kind == CxxType::Kind::Scalar);
}

/// Looks at the numbers that are returned.
void FunctionEmitter::lookAtResults() {
  llvm::SmallVector<std::string, 8> numbers;
  for (const int k : face.results) {
    const Value v = function.body.results[static_cast<std::size_t>(k)];
    if (!guards->reached.contains(v))
      continue;
    if (const std::string computed = text(v); !isIdentifier(computed)) {
      const std::string name = names.unique("result");
      line("const " + std::string(spelling(type(v).scalar)) + " " + name + " = " + computed + ";");
      bindName(v, name);
    }
    numbers.push_back(text(v));
  }
  if (!numbers.empty())
    line(seeds + ".saw_nan(" + llvm::join(numbers, ", ") + ");");
}

/// Behind a loop that a NaN ends, or in front of a branch that it decides.
void FunctionEmitter::leaveAtNaN(llvm::ArrayRef<std::string> numbers) {
  if (!numbers.empty())
    line("if (" + seeds + ".saw_nan(" + llvm::join(numbers, ", ") + ")) return {};");
}

} // namespace soac::emit
