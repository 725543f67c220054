// r = an index in [0, extent) that occurs more than once among the indices, or -1: [4, 2, 4] gives 4. No derivative.
#include "ops/rules/Evaluation.h"
#include "ops/Ops.h"

#include <llvm/ADT/DenseSet.h>

namespace soac::ops {

void evaluate(const ir::Repeated &op, const ir::Statement &statement, Evaluation &eval) {
  const RuntimeValue &indices = eval.of(op.indices);
  const std::int64_t extent = eval.integer(op.extent);
  llvm::DenseSet<std::int64_t> seen;
  std::int64_t repeated = -1;
  for (const Number &index : indices.elements())
    if (index.i >= 0 && index.i < extent && !seen.insert(index.i).second) {
      repeated = index.i;
      break;
    }
  eval.counters.reads += indices.elements().size();
  eval.counters.scalarOperations += indices.elements().size();
  eval.setNumber(statement.results[0], numberOf(repeated));
}

void tangent(const ir::Repeated &, const ir::Statement &statement, Tangents &tangents) { tangents.keep(statement); }

ReturnSweep adjoint(const ir::Repeated &, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return {};
}

} // namespace soac::ops
