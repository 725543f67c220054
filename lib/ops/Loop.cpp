// x(0) = inits; x(i+1) = body(i, x(i)); (r..) = x(count), or x at the first i where `condition` is false.
//   tangent:  carry (x, x'); the trip count is that of the primal
//   adjoint:  the forward sweep stores what the return sweep needs of each x(i); the return sweep runs backwards:
//             x_adj(i) = body's adjoint at (i, x(i)) with seed x_adj(i+1); x_adj(0) goes to inits, and free variables
//             of the body add up over the iterations [SC22 §4.2]
#include "ops/Evaluation.h"
#include "ops/Ops.h"

#include <limits>

namespace soac::ops {
namespace {

bool holds(const ir::Block &condition, llvm::ArrayRef<Data> carried, Evaluation &eval) {
  for (std::size_t i = 0; i < carried.size(); ++i)
    eval.set(condition.parameters[i], carried[i]);
  if (!eval.run(condition))
    return false;
  const bool isTrue = eval.resultNumber(condition, 0).i != 0;
  eval.release(condition.parameters);
  return isTrue;
}

} // namespace

void evaluate(const ir::Loop &op, const ir::Statement &statement, Evaluation &eval) {
  llvm::SmallVector<Data, 4> carried;
  for (ir::Value v : op.inits)
    carried.push_back(eval.take(v));
  const bool isCounted = op.isCounted();
  const std::int64_t count = isCounted ? eval.integer(op.count) : std::numeric_limits<std::int64_t>::max();
  const std::optional<std::int64_t> bound =
      op.annotations.bound ? std::optional(eval.integer(op.annotations.bound)) : std::nullopt;
  for (std::int64_t i = 0; i < count; ++i) {
    if (!isCounted && !holds(op.condition, carried, eval))
      break;
    if (bound && i >= *bound) {
      eval.fail("the loop runs more often than its bound " + llvm::Twine(op.annotations.boundText));
      return;
    }
    if (isCounted)
      eval.setNumber(op.body.parameters[0], numberOf(i));
    for (std::size_t k = 0; k < carried.size(); ++k)
      eval.set(op.body.parameters[k + isCounted], std::move(carried[k]));
    if (!eval.run(op.body))
      return;
    for (std::size_t k = 0; k < carried.size(); ++k)
      carried[k] = eval.result(op.body, k);
  }
  if (eval.failed())
    return;
  for (std::size_t k = 0; k < carried.size(); ++k)
    eval.set(statement.results[k], std::move(carried[k]));
}

} // namespace soac::ops
