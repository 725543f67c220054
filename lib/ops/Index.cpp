// r = a[i1, .., ik]: one element, or the sub-array at the first k indices.
//   tangent:  r' = a'[i1, .., ik]
//   adjoint:  a_adj[i1, .., ik] += r_adj, a sparse contribution [SC22 §5.4]
#include "ops/rules/Evaluation.h"
#include "ops/rules/Linear.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::Index &op, const ir::Statement &statement, Evaluation &eval) {
  const RuntimeValue &array = eval.of(op.array);
  const auto at = eval.position(array, op.indices);
  if (!at)
    return;
  if (op.indices.size() == array.rank()) {
    eval.setNumber(statement.results[0], array.elements()[static_cast<std::size_t>(*at)]);
    ++eval.counters.reads;
  } else {
    eval.set(statement.results[0], array.part(*at, array.extents().drop_front(op.indices.size())));
  }
}

void tangent(const ir::Index &op, const ir::Statement &statement, Tangents &tangents) {
  linearTangent(op.array, statement, tangents, [&](ir::Value t) { return ir::Index{t, op.indices}; });
}

ReturnSweep adjoint(const ir::Index &op, const ir::Statement &statement, Adjoints &adjoints) {
  return linearAdjoint(statement, adjoints, [op, &adjoints](ir::Value r) {
    if (adjoints.sparse(r).empty()) {
      adjoints.addAt(op.array, op.indices, adjoints.of(r));
      return;
    }
    const llvm::SmallVector<Adjoints::Sparse> entries(adjoints.sparse(r));
    for (const Adjoints::Sparse &entry : entries) {
      ir::Values indices = op.indices;
      indices.append(entry.indices);
      adjoints.addAt(op.array, indices, entry.value, entry.guard);
    }
  });
}

} // namespace soac::ops
