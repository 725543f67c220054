// A run with what it decided on the way.
#pragma once

#include "eval/Interpreter.h"

#include <string>
#include <vector>

namespace soac::test {

struct Trace {
  std::uint64_t decisions =
      0;              ///< a hash of every comparison, order, choice of min or max, and rounding of floating-point numbers
  double largest = 0; ///< magnitude of any floating-point scalar on the way; NaN counts as infinite
  std::vector<ops::RuntimeValue> results;
  std::string failure; ///< empty when the run succeeded
};
Trace trace(const ir::Function &f, llvm::ArrayRef<ops::RuntimeValue> arguments);

/// "" when the results agree to `tolerance` relative to the largest scalar of each result; integers exactly.
std::string compareResults(llvm::ArrayRef<ops::RuntimeValue> actual, llvm::ArrayRef<ops::RuntimeValue> expected, double tolerance);
/// "" when types and shapes are the same; `what` names the values in the message.
std::string compareShapes(llvm::ArrayRef<ops::RuntimeValue> actual, llvm::ArrayRef<ops::RuntimeValue> expected, const char *what);

} // namespace soac::test
