// (r..) = an outside C++ function, called as it is; its body is not known here. It has no derivative: where one would
// be needed, lib/ad refuses before any rule runs.
#include "ops/rules/Evaluation.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::Call &op, const ir::Statement &, Evaluation &eval) {
  eval.fail("the outside function '" + llvm::Twine(op.function) + "' cannot be evaluated");
}

void tangent(const ir::Call &, const ir::Statement &statement, Tangents &tangents) { tangents.keep(statement); }

ReturnSweep adjoint(const ir::Call &, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return {};
}

} // namespace soac::ops
