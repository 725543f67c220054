// (r.., s..) = the final contents of accumulators that start as `inits`, and the body's own results. Inside the body
// an accumulator may only be added to; additions commute, so the body may run in parallel [SC22 §5.4].
//   tangent:  an accumulator of tangents beside each one
//   adjoint:  what is added reads the adjoint of the final contents where it was added: for the return sweep an
//             accumulator is an array of adjoints that is only read; the inits receive it as it is
#include "ops/Evaluation.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::WithAccumulators &op, const ir::Statement &statement, Evaluation &eval) {
  llvm::SmallVector<Data, 4> inits;
  for (ir::Value v : op.inits)
    inits.push_back(eval.take(v));
  for (std::size_t k = 0; k < inits.size(); ++k)
    eval.set(op.body.parameters[k], std::move(inits[k]));
  if (!eval.run(op.body))
    return;
  for (std::size_t k = 0; k < op.inits.size(); ++k)
    eval.set(statement.results[k], std::move(eval.accumulator(op.body.parameters[k])));
  for (std::size_t k = 0; k < op.body.results.size(); ++k)
    eval.set(statement.results[op.inits.size() + k], eval.result(op.body, k));
}

} // namespace soac::ops
