// r[i1, .., ik] = v for all i1 < e1, .., ik < ek.
//   tangent:  r' = fill(v', e1, .., ek)
//   adjoint:  v_adj += the sum of r_adj over the k new dimensions
#include "ops/rules/Evaluation.h"
#include "ops/rules/Linear.h"
#include "ops/Ops.h"

#include <algorithm>

namespace soac::ops {

void evaluate(const ir::Fill &op, const ir::Statement &statement, Evaluation &eval) {
  std::optional<Extents> extents = eval.extents(op.extents);
  if (!extents)
    return;
  const std::int64_t copies = product(*extents);
  const RuntimeValue &value = eval.of(op.value);
  extents->append(value.extents().begin(), value.extents().end());
  RuntimeValue array(value.scalar(), std::move(*extents));
  const auto from = value.elements();
  auto to = array.mutableElements().begin();
  for (std::int64_t i = 0; i < copies; ++i)
    to = std::copy(from.begin(), from.end(), to);
  eval.counters.writes += static_cast<std::uint64_t>(array.size());
  eval.set(statement.results[0], std::move(array));
}

void tangent(const ir::Fill &op, const ir::Statement &statement, Tangents &tangents) {
  linearTangent(op.value, statement, tangents, [&](ir::Value t) { return ir::Fill{t, op.extents}; });
}

ReturnSweep adjoint(const ir::Fill &op, const ir::Statement &statement, Adjoints &adjoints) {
  return linearAdjoint(statement, adjoints, [op, &adjoints](ir::Value r) {
    ir::Builder &b = adjoints.builder();
    const std::size_t rank = op.extents.size();
    const llvm::SmallVector<Adjoints::Sparse> entries(adjoints.sparse(r));
    if (!entries.empty() && llvm::all_of(entries, [&](const auto &entry) { return entry.indices.size() >= rank; })) {
      for (const Adjoints::Sparse &entry : entries)
        adjoints.addAt(op.value, llvm::ArrayRef(entry.indices).drop_front(rank), entry.value, entry.guard);
      return;
    }
    ir::Value d = adjoints.of(r);
    if (rank > 1) {
      ir::Value total = op.extents[0];
      for (ir::Value n : llvm::ArrayRef(op.extents).drop_front())
        total = b.mul(total, n);
      ir::Values extents{total};
      extents.append(b.extents(op.value));
      d = b.emit1(ir::Reshape{d, extents});
    }
    adjoints.add(op.value, b.reduceAdd(d));
  });
}

} // namespace soac::ops
