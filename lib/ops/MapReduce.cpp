// A map whose first results go into reductions, element by element, and are never stored; the other results are arrays.
//   s, m = map_reduce n, (a) |i, x| { .. yield y, z }, (add)     s = the sum of all y, m[i] = z
// Equal to the map followed by the reductions. Made after differentiation and taken apart before the next one: it has
// no rules of its own for derivatives.
#include "ops/rules/Evaluation.h"
#include "ops/Ops.h"

#include <llvm/Support/ErrorHandling.h>

namespace soac::ops {
namespace {

/// reduced := reduced op (results number `first`.. of fn, which has just run).
bool reduceStep(const ir::Reduction &reduction, const ir::Block &fn, std::size_t first,
                llvm::MutableArrayRef<RuntimeValue> reduced, Evaluation &eval) {
  for (std::size_t k = 0; k < reduced.size(); ++k)
    eval.set(reduction.op.parameters[reduced.size() + k], eval.of(fn.results[first + k]));
  return combine(reduction.op, reduced, eval);
}

} // namespace

void evaluate(const ir::MapReduce &op, const ir::Statement &statement, Evaluation &eval) {
  const std::int64_t count = eval.integer(op.count);
  if (!checkExtents(count, op.arrays, eval))
    return;
  llvm::SmallVector<RuntimeValue, 4> reduced;
  for (const ir::Reduction &reduction : op.reductions)
    for (ir::Value v : reduction.neutral)
      reduced.push_back(eval.of(v));
  llvm::SmallVector<Rows, 4> rows;
  for (ir::Value r : llvm::ArrayRef(op.fn.results).drop_front(reduced.size()))
    rows.emplace_back(eval.type(r), count);
  for (std::int64_t i = 0; i < count; ++i) {
    if (!eval.runIteration(op.fn, i, op.arrays))
      return;
    std::size_t first = 0;
    for (const ir::Reduction &reduction : op.reductions) {
      const std::size_t n = reduction.neutral.size();
      if (!reduceStep(reduction, op.fn, first, llvm::MutableArrayRef(reduced).slice(first, n), eval))
        return;
      first += n;
    }
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (!rows[k].put(i, op.fn, first + k, eval))
        return;
  }
  for (std::size_t k = 0; k < reduced.size(); ++k)
    eval.set(statement.results[k], std::move(reduced[k]));
  for (std::size_t k = 0; k < rows.size(); ++k)
    eval.set(statement.results[reduced.size() + k],
             rows[k].take(statement, op.fn.results[reduced.size() + k], eval));
}

void tangent(const ir::MapReduce &, const ir::Statement &, Tangents &) {
  llvm_unreachable("taken apart before differentiation");
}

ReturnSweep adjoint(const ir::MapReduce &, const ir::Statement &, Adjoints &) {
  llvm_unreachable("taken apart before differentiation");
}

} // namespace soac::ops
