// What must hold of every program, and the search for one where it does not.
#pragma once

#include "Generator.h"

#include <llvm/ADT/StringRef.h>

#include <functional>
#include <optional>
#include <string>

namespace soac::property {

/// What is wrong with the program at these arguments; empty when nothing is.
using Property = std::function<std::string(const ir::Function &, llvm::ArrayRef<ops::RuntimeValue> arguments)>;

/// Well-formed, prints and parses back, and runs.
std::string runs(const ir::Function &f, llvm::ArrayRef<ops::RuntimeValue> arguments);
/// Tangent and adjoint agree with each other and with differences (support/Derivatives.h).
std::string firstOrder(const ir::Function &f, llvm::ArrayRef<ops::RuntimeValue> arguments);
/// The same of its adjoint function, and of its tangent function.
std::string adjointOrder(const ir::Function &f, llvm::ArrayRef<ops::RuntimeValue> arguments);
std::string tangentOrder(const ir::Function &f, llvm::ArrayRef<ops::RuntimeValue> arguments);
/// Every pass, the pipelines and lowering keep the values of the program, and give well-formed functions.
std::string passes(const ir::Function &f, llvm::ArrayRef<ops::RuntimeValue> arguments);
/// The same of its tangent function, and of its adjoint function.
std::string passesOfTangent(const ir::Function &f, llvm::ArrayRef<ops::RuntimeValue> arguments);
std::string passesOfAdjoint(const ir::Function &f, llvm::ArrayRef<ops::RuntimeValue> arguments);
/// Forward against reverse with every special rule replaced by a more general one.
std::string rules(const ir::Function &f, llvm::ArrayRef<ops::RuntimeValue> arguments);
/// Derivatives in several directions at once are those of one direction after another.
std::string vectorMode(const ir::Function &f, llvm::ArrayRef<ops::RuntimeValue> arguments);
/// With f32 for every f64: the derivatives are well-formed, before and after optimisation, and run.
std::string singlePrecision(const ir::Function &f, llvm::ArrayRef<ops::RuntimeValue> arguments);

/// The program's tangent or adjoint function, optimised, and its arguments followed by random seeds. None when it is
/// refused.
std::optional<Sample> derivativeOf(const Sample &sample, ir::Mode mode);

struct NamedProperty {
  const char *name;
  Property holds;
  Features features;     ///< smaller programs for the costly ones
  unsigned fraction = 1; ///< the ordinary tests check one of that many programs
};
llvm::ArrayRef<NamedProperty> properties();

/// Programs number `first` .. `first + count - 1`; the message of the first failure, with its seed and the shrunk
/// program.
std::string check(const NamedProperty &property, std::uint64_t first, std::uint64_t count);
/// The same with other features.
std::string check(const NamedProperty &property, const Features &features, std::uint64_t first, std::uint64_t count,
                  bool shrinks = true);

} // namespace soac::property
