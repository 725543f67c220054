// r = neutral op a[0] op .. op a[n-1]; `op` is associative with that neutral element.
//   tangent:  the reduction of pairs (value, tangent) under op's tangent
//   adjoint:  with l[i] = neutral op a[0] .. a[i-1] and s[i] = a[i+1] op .. a[n-1] op neutral,
//             a_adj[i] += adjoint of x -> l[i] op x op s[i] at a[i] with seed r_adj: two scans and a map. Plus, times,
//             min and max have cheaper rules of their own [SC22 §5.1]
#include "ops/Evaluation.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::Reduce &op, const ir::Statement &statement, Evaluation &eval) {
  const std::int64_t count = eval.integer(op.count);
  if (!checkExtents(count, op.arrays, eval))
    return;
  llvm::SmallVector<Data, 4> reduced;
  for (ir::Value v : op.neutral)
    reduced.push_back(eval.of(v));
  for (std::int64_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < op.arrays.size(); ++k)
      eval.bindElement(op.op.parameters[reduced.size() + k], eval.of(op.arrays[k]), i);
    if (!combine(op.op, reduced, eval))
      return;
  }
  for (std::size_t k = 0; k < reduced.size(); ++k)
    eval.set(statement.results[k], std::move(reduced[k]));
}

} // namespace soac::ops
