// r[i] = a[(i + by) mod n] over the first dimension of extent n; `by` has any sign. A linear bijection:
//   tangent:  r' = rotate(a', by)
//   adjoint:  a_adj += rotate(r_adj, -by)
#include "ops/rules/Evaluation.h"
#include "ops/rules/Linear.h"
#include "ops/Ops.h"

#include <algorithm>

namespace soac::ops {

void evaluate(const ir::Rotate &op, const ir::Statement &statement, Evaluation &eval) {
  const RuntimeValue &array = eval.of(op.array);
  const std::int64_t n = array.extent(0);
  const std::int64_t by = n == 0 ? 0 : (eval.integer(op.by) % n + n) % n;
  RuntimeValue result(array.scalar(), Extents(array.extents()));
  const auto from = array.elements();
  const std::int64_t width = product(array.extents().drop_front());
  std::rotate_copy(from.begin(), from.begin() + by * width, from.end(), result.mutableElements().begin());
  eval.counters.reads += from.size();
  eval.counters.writes += from.size();
  eval.set(statement.results[0], std::move(result));
}

void tangent(const ir::Rotate &op, const ir::Statement &statement, Tangents &tangents) {
  linearTangent(op.array, statement, tangents, [&](ir::Value t) { return ir::Rotate{t, op.by}; });
}

ReturnSweep adjoint(const ir::Rotate &op, const ir::Statement &statement, Adjoints &adjoints) {
  return linearAdjoint(statement, adjoints, [op, &adjoints](ir::Value r) {
    ir::Builder &b = adjoints.builder();
    adjoints.add(op.array, b.emit1(ir::Rotate{adjoints.of(r), b.neg(op.by)}));
  });
}

} // namespace soac::ops
