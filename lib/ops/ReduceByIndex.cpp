// r[b] = dest[b] op v[i1] op v[i2] .. for the i1 < i2 < .. with keys[i] = b; keys out of range are ignored, and a bin
// without values keeps dest[b] bit for bit.
//   tangent:  bins of pairs (value, tangent) under op's tangent
//   adjoint:  dest_adj[b] and v_adj[i] receive what the reduction of bin b gives its elements: for plus r_adj[keys[i]];
//             times, min and max by rules of their own; any operator by a stable sort and segmented scans [DPP24]
#include "ops/Evaluation.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::ReduceByIndex &op, const ir::Statement &statement, Evaluation &eval) {
  const std::int64_t count = eval.integer(op.count);
  if (!checkExtents(count, op.values, eval) || !checkExtents(count, {op.keys}, eval))
    return;
  const std::int64_t bins = eval.of(op.dests.front()).extent(0);
  if (!checkExtents(bins, op.dests, eval))
    return;
  llvm::SmallVector<Data, 4> dests, bin(op.dests.size());
  for (ir::Value v : op.dests)
    dests.push_back(eval.take(v));
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t key = eval.of(op.keys).elements()[static_cast<std::size_t>(i)].i;
    ++eval.counters.reads;
    if (key < 0 || key >= bins)
      continue;
    for (std::size_t k = 0; k < dests.size(); ++k) {
      // A copy, so that writing the bin back finds its array unshared.
      bin[k] = dests[k].row(key).copy();
      eval.bindElement(op.op.parameters[dests.size() + k], eval.of(op.values[k]), i);
    }
    if (!combine(op.op, bin, eval))
      return;
    for (std::size_t k = 0; k < dests.size(); ++k) {
      if (bin[k].extents() != dests[k].extents().drop_front()) {
        eval.fail("a bin has another shape after its operator");
        return;
      }
      eval.write(dests[k], key * bin[k].size(), bin[k]);
    }
  }
  for (std::size_t k = 0; k < dests.size(); ++k)
    eval.set(statement.results[k], std::move(dests[k]));
}

} // namespace soac::ops
