// Fails with a message, or as the user's program does, where a condition is false. It has no result and no derivative,
// and it keeps its place among the statements.
#include "ops/rules/Evaluation.h"
#include "ops/Ops.h"

#include <llvm/Support/FormatVariadic.h>

namespace soac::ops {

void evaluate(const ir::Check &op, const ir::Statement &, Evaluation &eval) {
  if (!eval.isTrue(op.condition))
    eval.fail(op.number ? llvm::formatv(op.message.c_str(), eval.integer(op.number)).str() : op.message);
}

void tangent(const ir::Check &, const ir::Statement &statement, Tangents &tangents) { tangents.keep(statement); }

ReturnSweep adjoint(const ir::Check &, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return {};
}

} // namespace soac::ops
