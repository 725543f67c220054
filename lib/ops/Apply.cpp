// r = p(x1, .., xk), a scalar primitive. Its value and its partial derivatives come from the row of p in
// prims/Prims.def:
//   tangent:  r' = sum over j of dp/dxj * xj'
//   adjoint:  xj_adj += dp/dxj * r_adj
#include "ops/Evaluation.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::Apply &op, const ir::Statement &statement, Evaluation &eval) {
  llvm::SmallVector<Number, 4> operands;
  for (ir::Value v : op.arguments)
    operands.push_back(eval.number(v));
  const ir::Value first = op.arguments[op.prim == prims::Prim::Select ? 1 : 0];
  const auto r = prims::evaluate(op.prim, eval.type(first).scalar, op.type, operands);
  if (!r) {
    eval.fail(llvm::Twine(prims::info(op.prim).name) + " has no value on these integers");
    return;
  }
  eval.setNumber(statement.results[0], *r);
  ++eval.counters.scalarOperations;
}

} // namespace soac::ops
