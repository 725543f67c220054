// r[i] = fn(i, a1[i], .., ak[i]) for all i < count, in parallel.
//   tangent:  (r, r')[i] = fn's tangent at (i, a1[i], .., a1'[i], ..)
//   adjoint:  aj_adj[i] += fn's adjoint at i with seed r_adj[i]. What fn reads of the scopes around it is read by every
//             iteration: scalars receive the sum of the iterations' contributions, arrays through accumulators, so
//             that the work stays proportional to what is read [SC22 §5.4]
#include "ops/Evaluation.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::Map &op, const ir::Statement &statement, Evaluation &eval) {
  const std::int64_t count = eval.integer(op.count);
  if (!checkExtents(count, op.arrays, eval))
    return;
  llvm::SmallVector<Rows, 4> rows;
  for (ir::Value r : op.fn.results)
    rows.emplace_back(eval.type(r), count);
  for (std::int64_t i = 0; i < count; ++i) {
    eval.setNumber(op.fn.parameters[0], numberOf(i));
    for (std::size_t k = 0; k < op.arrays.size(); ++k)
      eval.bindElement(op.fn.parameters[k + 1], eval.of(op.arrays[k]), i);
    if (!eval.run(op.fn))
      return;
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (!rows[k].put(i, op.fn, k, eval))
        return;
  }
  for (std::size_t k = 0; k < rows.size(); ++k)
    eval.set(statement.results[k], rows[k].take());
}

} // namespace soac::ops
