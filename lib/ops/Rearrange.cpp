// r = a with its dimensions permuted: dimension d of r is dimension permutation[d] of a. A linear bijection:
//   tangent:  r' = rearrange(a', permutation)
//   adjoint:  a_adj += rearrange(r_adj, inverse permutation)
#include "ops/rules/Evaluation.h"
#include "ops/rules/Linear.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::Rearrange &op, const ir::Statement &statement, Evaluation &eval) {
  const RuntimeValue &array = eval.of(op.array);
  const unsigned rank = array.rank();
  Extents strides(rank, 1), extents, steps;
  for (unsigned d = rank - 1; d > 0; --d)
    strides[d - 1] = strides[d] * array.extent(d);
  for (unsigned d : op.permutation) {
    extents.push_back(array.extent(d));
    steps.push_back(strides[d]);
  }
  RuntimeValue result(array.scalar(), extents);
  const auto from = array.elements();
  // `index` counts through the result in row-major order; `at` is where that element is in the array.
  Extents index(rank, 0);
  std::int64_t at = 0;
  for (Number &to : result.mutableElements()) {
    to = from[static_cast<std::size_t>(at)];
    for (unsigned d = rank; d-- > 0;) {
      at += steps[d];
      if (++index[d] < extents[d])
        break;
      at -= steps[d] * extents[d];
      index[d] = 0;
    }
  }
  eval.counters.reads += from.size();
  eval.counters.writes += from.size();
  eval.set(statement.results[0], std::move(result));
}

void tangent(const ir::Rearrange &op, const ir::Statement &statement, Tangents &tangents) {
  linearTangent(op.array, statement, tangents, [&](ir::Value t) { return ir::Rearrange{t, op.permutation}; });
}

ReturnSweep adjoint(const ir::Rearrange &op, const ir::Statement &statement, Adjoints &adjoints) {
  return linearAdjoint(statement, adjoints, [op, &adjoints](ir::Value r) {
    const std::size_t rank = op.permutation.size();
    const llvm::SmallVector<Adjoints::Sparse> entries(adjoints.sparse(r));
    if (!entries.empty() && llvm::all_of(entries, [&](const auto &entry) { return entry.indices.size() == rank; })) {
      for (const Adjoints::Sparse &entry : entries) {
        ir::Values indices(rank);
        for (std::size_t d = 0; d < rank; ++d)
          indices[op.permutation[d]] = entry.indices[d];
        adjoints.addAt(op.array, indices, entry.value, entry.guard);
      }
      return;
    }
    ir::Rearrange inverse{adjoints.of(r), {}};
    inverse.permutation.resize(rank);
    for (unsigned d = 0; d < rank; ++d)
      inverse.permutation[op.permutation[d]] = d;
    // The inner extents of an adjoint without rows are unspecified, and the permutation may bring them to the front.
    ir::Builder &b = adjoints.builder();
    adjoints.add(op.array, b.emit1(ir::Reshape{b.emit1(std::move(inverse)), b.extents(op.array)}));
  });
}

} // namespace soac::ops
