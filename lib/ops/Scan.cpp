// r[i] = neutral op a[0] op .. op a[i] (inclusive): r[i] = r[i-1] op a[i] with r[-1] = neutral.
//   tangent:  the scan of pairs (value, tangent) under op's tangent
//   adjoint:  r[i] is read by the caller and by step i+1, so its whole adjoint is
//             t[i] = r_adj[i] + d(r[i] op a[i+1])/dr[i] * t[i+1]: affine maps, which compose associatively, hence a
//             scan from the right; then a_adj[i] += d(r[i-1] op a[i])/da[i] * t[i] [SC22 §5.2]
#include "ops/Evaluation.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::Scan &op, const ir::Statement &statement, Evaluation &eval) {
  const std::int64_t count = eval.integer(op.count);
  if (!checkExtents(count, op.arrays, eval))
    return;
  llvm::SmallVector<Data, 4> prefix;
  llvm::SmallVector<Rows, 4> rows;
  for (ir::Value v : op.neutral) {
    prefix.push_back(eval.of(v));
    rows.emplace_back(eval.of(v), count);
  }
  for (std::int64_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < op.arrays.size(); ++k)
      eval.bindElement(op.op.parameters[prefix.size() + k], eval.of(op.arrays[k]), i);
    if (!combine(op.op, prefix, eval))
      return;
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (!rows[k].put(i, prefix[k], eval))
        return;
  }
  for (std::size_t k = 0; k < rows.size(); ++k)
    eval.set(statement.results[k], rows[k].take());
}

} // namespace soac::ops
