// (r..) = fn(x..), whose derivative the user gives.
//   tangent:  r' = rule(x.., x'.., r..)
//   adjoint:  x_adj += rule(x.., r_adj..)
// The rules are blocks of ordinary statements, so their results can be differentiated again; the call itself stays
// as it is, with its rules, for outer derivatives. lib/ad refuses where the rule of a mode is missing.
#include "ops/rules/Evaluation.h"
#include "ops/Ops.h"

namespace soac::ops {
namespace {

/// Inlines a rule and names its results as derivatives, whatever the user named them. An argument that the rule returns
/// keeps its name.
ir::Values derivatives(const ir::Block &rule, llvm::ArrayRef<ir::Value> arguments, ir::Role role, ir::Builder &b) {
  const ir::Values results = b.inlineBlock(rule, arguments);
  for (ir::Value r : results)
    if (!llvm::is_contained(arguments, r) && !b.values.asConstant(r))
      b.values.setName(r, {b.values.name(r).text, role});
  return results;
}

} // namespace

void evaluate(const ir::WithRules &op, const ir::Statement &statement, Evaluation &eval) {
  for (std::size_t k = 0; k < op.arguments.size(); ++k)
    eval.set(op.fn.parameters[k], eval.of(op.arguments[k]));
  if (!eval.run(op.fn))
    return;
  for (std::size_t k = 0; k < statement.results.size(); ++k)
    eval.set(statement.results[k], eval.result(op.fn, k));
}

void tangent(const ir::WithRules &op, const ir::Statement &statement, Tangents &tangents) {
  tangents.keep(statement);
  if (!op.tangent)
    return;
  ir::Builder &b = tangents.builder();
  ir::Values arguments = op.arguments;
  for (ir::Value v : op.arguments)
    if (b.type(v).isDifferentiable())
      arguments.push_back(tangents.dense(v));
  arguments.append(statement.results);
  const ir::Values results = derivatives(*op.tangent, arguments, ir::Role::Tangent, b);
  const ir::Value *next = results.begin();
  for (ir::Value r : statement.results)
    if (b.type(r).isDifferentiable())
      tangents.set(r, *next++);
}

ReturnSweep adjoint(const ir::WithRules &op, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  if (!op.adjoint)
    return {};
  return [op, results = statement.results, &adjoints] {
    if (llvm::none_of(results, [&](ir::Value r) { return adjoints.isActiveAndNonzero(r); }))
      return;
    ir::Builder &b = adjoints.builder();
    const ir::WithRules now = std::get<ir::WithRules>(adjoints.current(op));
    ir::Values arguments = now.arguments;
    for (ir::Value r : results)
      if (b.type(r).isDifferentiable())
        arguments.push_back(adjoints.isActive(r) ? adjoints.of(r) : b.zerosLike(r));
    const ir::Values contributions = derivatives(*now.adjoint, arguments, ir::Role::Adjoint, b);
    const ir::Value *next = contributions.begin();
    for (ir::Value v : op.arguments)
      if (b.type(v).isDifferentiable())
        adjoints.add(v, *next++);
  };
}

} // namespace soac::ops
