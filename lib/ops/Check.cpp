// Fails with a message where a condition is false. It has no result and no derivative; it stays where it stands.
#include "ops/Evaluation.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::Check &op, const ir::Statement &, Evaluation &eval) {
  if (!eval.isTrue(op.condition))
    eval.fail(op.message);
}

} // namespace soac::ops
