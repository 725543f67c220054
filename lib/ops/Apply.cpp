// r = p(x1, .., xk), a scalar primitive. Its value and its partial derivatives come from the row of p in
// prims/Prims.def:
//   tangent:  r' = sum over j of dp/dxj * xj'
//   adjoint:  xj_adj += dp/dxj * r_adj
#include "ops/rules/Contribution.h"
#include "ops/rules/Evaluation.h"
#include "ops/rules/Expression.h"
#include "ops/Ops.h"
#include "prims/Contributions.h"

namespace soac::ops {

void evaluate(const ir::Apply &op, const ir::Statement &statement, Evaluation &eval) {
  llvm::SmallVector<Number, 4> operands;
  for (ir::Value v : op.arguments)
    operands.push_back(eval.number(v));
  const ir::Value first = op.arguments[op.prim == prims::Prim::Select ? 1 : 0];
  const auto r = prims::evaluate(op.prim, eval.type(first).scalar, op.type, operands);
  if (!r) {
    eval.fail(llvm::Twine(prims::info(op.prim).name) + " has no value on these integers");
    return;
  }
  eval.setNumber(statement.results[0], *r);
  ++eval.counters.scalarOperations;
}

ir::Value contribution(const ir::Apply &op, std::size_t k, ir::Value r, ir::Value d, ir::Builder &b) {
  if (op.prim == prims::Prim::Cast)
    return d;
  llvm::SmallVector<Expression, 3> arguments;
  for (ir::Value v : op.arguments)
    arguments.emplace_back(b, v);
  const auto result = prims::contribution<Expression>(op.prim, static_cast<unsigned>(k), arguments, Expression(b, r),
                                                      Expression(b, d));
  return result ? result->value(b, b.type(d).scalar) : ir::Value();
}

void tangent(const ir::Apply &op, const ir::Statement &statement, Tangents &tangents) {
  tangents.keep(statement);
  ir::Builder &b = tangents.builder();
  const ir::Value r = statement.results[0];
  ir::Value sum;
  for (std::size_t k = 0; k < op.arguments.size(); ++k) {
    const ir::Value d = tangents.of(op.arguments[k]);
    if (!d)
      continue;
    if (ir::Value part = contribution(op, k, r, d, b)) {
      part = b.cast(op.type, part);
      sum = sum ? b.add(sum, part) : part;
    }
  }
  if (sum)
    tangents.set(r, sum);
}

ReturnSweep adjoint(const ir::Apply &op, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  const ir::Value r = statement.results[0];
  if (!adjoints.isActive(r))
    return {};
  return [op, r, &adjoints] {
    if (adjoints.isZero(r))
      return;
    ir::Builder &b = adjoints.builder();
    const ir::Value d = adjoints.of(r);
    for (std::size_t k = 0; k < op.arguments.size(); ++k)
      if (adjoints.isActive(op.arguments[k]))
        if (const ir::Value part = contribution(op, k, r, d, b))
          adjoints.add(op.arguments[k], b.cast(b.type(op.arguments[k]).scalar, part));
  };
}

} // namespace soac::ops
