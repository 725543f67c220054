// r = the stable permutation that puts the keys in ascending order. Integers: no derivative; the derivative of a sort is
// the permutation, which the reads through r carry.
#include "ops/Evaluation.h"
#include "ops/Ops.h"

#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <numeric>

namespace soac::ops {

void evaluate(const ir::Argsort &op, const ir::Statement &statement, Evaluation &eval) {
  const Data &keys = eval.of(op.keys);
  const auto n = static_cast<std::size_t>(keys.extent(0));
  std::vector<std::int64_t> order(n);
  std::iota(order.begin(), order.end(), std::int64_t{0});
  const auto key = [from = keys.elements()](std::int64_t i) { return from[static_cast<std::size_t>(i)]; };
  const ir::Scalar scalar = keys.scalar();
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t i, std::int64_t j) {
    return prims::evaluate(prims::Prim::Lt, scalar, ir::Scalar::Bool, {key(i), key(j)})->i != 0;
  });
  eval.counters.reads += n;
  eval.counters.scalarOperations += n * llvm::Log2_64_Ceil(std::max<std::size_t>(n, 2));
  eval.counters.writes += n;
  eval.set(statement.results[0], Data::indices(order, Extents{keys.extent(0)}));
}

void tangent(const ir::Argsort &, const ir::Statement &statement, Tangents &tangents) { tangents.keep(statement); }

ReturnSweep adjoint(const ir::Argsort &, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return {};
}

} // namespace soac::ops
