// (r..) = c ? then : otherwise. Only the branch that is taken is executed, so the other one contributes nothing to
// values or derivatives, also where its value would be infinite or not a number.
//   tangent:  the tangents of the results of the branch that is taken
//   adjoint:  the return sweep of the branch that is taken; free variables of the other one receive zero [SC22 §4]
#include "ops/Evaluation.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::If &op, const ir::Statement &statement, Evaluation &eval) {
  const ir::Block &taken = eval.isTrue(op.condition) ? op.then : op.otherwise;
  if (!eval.run(taken))
    return;
  for (std::size_t i = 0; i < statement.results.size(); ++i)
    eval.set(statement.results[i], eval.result(taken, i));
}

} // namespace soac::ops
