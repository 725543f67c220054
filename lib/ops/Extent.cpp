// r = the extent of dimension d of a. An integer: it carries no derivative and a receives nothing.
#include "ops/Evaluation.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::Extent &op, const ir::Statement &statement, Evaluation &eval) {
  eval.setNumber(statement.results[0], numberOf(eval.of(op.array).extent(op.dimension)));
}

} // namespace soac::ops
