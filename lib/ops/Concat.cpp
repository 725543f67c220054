// r = a1 ++ .. ++ ak along the first dimension; the other extents are equal.
//   tangent:  r' = a1' ++ .. ++ ak'
//   adjoint:  aj_adj += the part of r_adj that aj went to
#include "ops/Evaluation.h"
#include "ops/Ops.h"

#include <algorithm>

namespace soac::ops {

void evaluate(const ir::Concat &op, const ir::Statement &statement, Evaluation &eval) {
  Extents extents(eval.of(op.arrays.front()).extents());
  extents[0] = 0;
  for (ir::Value v : op.arrays) {
    const Data &array = eval.of(v);
    if (array.extents().drop_front() != llvm::ArrayRef(extents).drop_front()) {
      eval.fail("the arrays of a concat differ in their inner shapes");
      return;
    }
    extents[0] += array.extent(0);
  }
  Data result(eval.of(op.arrays.front()).scalar(), std::move(extents));
  auto to = result.mutableElements().begin();
  for (ir::Value v : op.arrays) {
    const auto from = eval.of(v).elements();
    to = std::copy(from.begin(), from.end(), to);
  }
  eval.counters.reads += static_cast<std::uint64_t>(result.size());
  eval.counters.writes += static_cast<std::uint64_t>(result.size());
  eval.set(statement.results[0], std::move(result));
}

} // namespace soac::ops
