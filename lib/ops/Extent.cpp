// r = the extent of dimension d of a. An integer: it has no derivative and contributes nothing to a's adjoint.
#include "ops/rules/Evaluation.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::Extent &op, const ir::Statement &statement, Evaluation &eval) {
  eval.setNumber(statement.results[0], numberOf(eval.of(op.array).extent(op.dimension)));
}

void tangent(const ir::Extent &, const ir::Statement &statement, Tangents &tangents) { tangents.keep(statement); }

ReturnSweep adjoint(const ir::Extent &, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return {};
}

} // namespace soac::ops
