// r = [0, 1, .., n-1]. Integers: no derivative.
#include "ops/rules/Evaluation.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::Iota &op, const ir::Statement &statement, Evaluation &eval) {
  const std::int64_t count = eval.integer(op.count);
  if (count < 0) {
    eval.fail("a negative extent: " + llvm::Twine(count));
    return;
  }
  RuntimeValue array(ir::Scalar::I64, Extents{count});
  const auto to = array.mutableElements();
  for (std::int64_t i = 0; i < count; ++i)
    to[static_cast<std::size_t>(i)] = numberOf(i);
  eval.counters.writes += to.size();
  eval.set(statement.results[0], std::move(array));
}

void tangent(const ir::Iota &, const ir::Statement &statement, Tangents &tangents) { tangents.keep(statement); }

ReturnSweep adjoint(const ir::Iota &, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return {};
}

} // namespace soac::ops
