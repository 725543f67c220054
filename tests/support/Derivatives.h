// Derivatives of functions of the IR, checked without trusting either mode.
//
// For F: R^n -> R^m at x, with random directions v and w of fixed seeds:
//   values      the derivative functions return F(x)
//   forward against reverse (the dot test)   <J v, w> = <v, J^T w>
//   differences J v against Richardson-extrapolated central differences of F along v
// Differences are compared only where F is smooth on the stencil: the run at every point of the stencil takes the same
// decisions (comparisons, arguments of min and max, roundings) as the run at x. At a kink only the first two are.
#pragma once

#include "ir/Function.h"
#include "ops/rules/RuntimeValue.h"

#include <optional>
#include <string>

namespace soac::test {

/// (x.., dx..) -> (y.., dy..), as a `Differentiate` statement around f's body; dx, dy for the differentiable ones.
/// With `directions`, dx and the derivatives have one dimension more, the last.
ir::Function wrapTangent(const ir::Function &f, unsigned directions = 0);
/// (x.., yadj..) -> (y.., xadj..)
ir::Function wrapAdjoint(const ir::Function &f, unsigned directions = 0);

/// `f` without its `Differentiate` statements; none when that is refused, with the reason in `why`.
std::optional<ir::Function> differentiated(ir::Function f, std::string *why = nullptr, std::string forceRule = "");

struct DerivativeOptions {
  unsigned seed = 1;
  bool differences = true;
  std::string forceRule;
};

struct DerivativeVerdict {
  std::string mismatch;   ///< empty when everything agrees
  bool isRefused = false; ///< lib/ad gave a diagnostic: `mismatch` is empty, `refusal` its text
  std::string refusal;
  bool comparedDifferences = false;
};

/// `f` has no `Differentiate` and can be evaluated at `arguments`.
DerivativeVerdict checkDerivatives(const ir::Function &f, llvm::ArrayRef<ops::RuntimeValue> arguments,
                                   const DerivativeOptions &options = {});

} // namespace soac::test
