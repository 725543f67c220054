// r = the elements of a in row-major order under other extents of equal product. A linear bijection:
//   tangent:  r' = reshape(a', extents of r)
//   adjoint:  a_adj += reshape(r_adj, extents of a)
#include "ops/rules/Evaluation.h"
#include "ops/rules/Linear.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::Reshape &op, const ir::Statement &statement, Evaluation &eval) {
  std::optional<Extents> extents = eval.extents(op.extents);
  if (!extents)
    return;
  RuntimeValue array = eval.take(op.array);
  if (product(*extents) != array.size()) {
    eval.fail("reshape of " + llvm::Twine(array.size()) + " elements to " + llvm::Twine(product(*extents)));
    return;
  }
  if (extents->empty()) { // one element without dimensions is a scalar
    eval.set(statement.results[0], array.part(0, {}));
    return;
  }
  if (array.isArray()) {
    eval.set(statement.results[0], array.reshaped(std::move(*extents)));
    return;
  }
  RuntimeValue one(array.scalar(), std::move(*extents));
  one.mutableElements()[0] = array.number();
  eval.set(statement.results[0], std::move(one));
}

void tangent(const ir::Reshape &op, const ir::Statement &statement, Tangents &tangents) {
  linearTangent(op.array, statement, tangents, [&](ir::Value t) { return ir::Reshape{t, op.extents}; });
}

ReturnSweep adjoint(const ir::Reshape &op, const ir::Statement &statement, Adjoints &adjoints) {
  return linearAdjoint(statement, adjoints, [op, &adjoints](ir::Value r) {
    ir::Builder &b = adjoints.builder();
    adjoints.add(op.array, b.emit1(ir::Reshape{adjoints.of(r), b.extents(op.array)}));
  });
}

} // namespace soac::ops
