// The derivative of a block at its arguments, not yet worked out. lib/ad replaces every such statement by ordinary
// statements, inner ones first, so no rule ever meets one: to evaluate or to differentiate it is a bug in the caller.
#include "ops/rules/Evaluation.h"
#include "ops/Ops.h"

#include <llvm/Support/ErrorHandling.h>

namespace soac::ops {

void evaluate(const ir::Differentiate &, const ir::Statement &, Evaluation &eval) {
  eval.fail("a derivative must be worked out before the function is evaluated");
}

void tangent(const ir::Differentiate &, const ir::Statement &, Tangents &) {
  llvm_unreachable("taken apart before differentiation");
}

ReturnSweep adjoint(const ir::Differentiate &, const ir::Statement &, Adjoints &) {
  llvm_unreachable("taken apart before differentiation");
}

} // namespace soac::ops
