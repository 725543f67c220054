// r = a1 ++ .. ++ ak along the first dimension; the other extents are equal.
//   tangent:  r' = a1' ++ .. ++ ak'
//   adjoint:  aj_adj += the part of r_adj that aj went to
#include "ops/rules/Evaluation.h"
#include "ops/rules/Linear.h"
#include "ops/Ops.h"

#include <algorithm>

namespace soac::ops {

void evaluate(const ir::Concat &op, const ir::Statement &statement, Evaluation &eval) {
  Extents extents(eval.of(op.arrays.front()).extents()); // of the result so far
  for (ir::Value v : llvm::ArrayRef(op.arrays).drop_front()) {
    const auto more = eval.of(v).extents();
    if (extents[0] == 0) { // the inner extents of an array without rows are unspecified
      extents.assign(more.begin(), more.end());
    } else if (more[0] > 0 && more.drop_front() != llvm::ArrayRef(extents).drop_front()) {
      eval.fail("the arrays of a concat differ in their inner shapes");
      return;
    } else {
      extents[0] += more[0];
    }
  }
  RuntimeValue result(eval.of(op.arrays.front()).scalar(), std::move(extents));
  auto to = result.mutableElements().begin();
  for (ir::Value v : op.arrays) {
    const auto from = eval.of(v).elements();
    to = std::copy(from.begin(), from.end(), to);
  }
  eval.counters.reads += static_cast<std::uint64_t>(result.size());
  eval.counters.writes += static_cast<std::uint64_t>(result.size());
  eval.set(statement.results[0], std::move(result));
}

void tangent(const ir::Concat &op, const ir::Statement &statement, Tangents &tangents) {
  tangents.keep(statement);
  if (llvm::none_of(op.arrays, [&](ir::Value v) { return static_cast<bool>(tangents.of(v)); }))
    return;
  ir::Concat parts;
  for (ir::Value v : op.arrays)
    parts.arrays.push_back(tangents.dense(v));
  tangents.set(statement.results[0], tangents.builder().emit1(std::move(parts)));
}

ReturnSweep adjoint(const ir::Concat &op, const ir::Statement &statement, Adjoints &adjoints) {
  return linearAdjoint(statement, adjoints, [op, &adjoints](ir::Value r) {
    ir::Builder &b = adjoints.builder();
    const ir::Value d = adjoints.of(r);
    ir::Value start = b.index(0);
    for (ir::Value part : op.arrays) {
      const ir::Value count = b.extent(part);
      if (adjoints.isActive(part))
        adjoints.add(part, b.emit1(ir::Slice{d, start, count, 1}));
      start = b.add(start, count);
    }
  });
}

} // namespace soac::ops
