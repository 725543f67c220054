#include "ad/Activity.h"

#include "analysis/Flow.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ad {

using prims::Prim;

Activity Activity::of(const ir::Differentiate &op, const ir::ValueTable &values) {
  Activity activity(values);
  std::size_t next = 0;
  for (ir::Value p : op.fn.parameters)
    if (values.type(p).isDifferentiable() && (op.mode == ir::Mode::Adjoint || op.seeds[next++]))
      activity.mark(p);
  activity.analyse(op.fn);
  return activity;
}

Activity Activity::of(const ir::Block &block, llvm::ArrayRef<bool> active, const ir::ValueTable &values) {
  Activity activity(values);
  for (auto [p, isActive] : llvm::zip_equal(block.parameters, active))
    if (isActive)
      activity.mark(p);
  activity.analyse(block);
  return activity;
}

bool Activity::markActive(ir::Value v) {
  return values.type(v).scalar <= ir::Scalar::U64 || values.asConstant(v) ? false : active.insert(v).second;
}

bool Activity::markTainted(ir::Value v) {
  return ir::isInteger(values.type(v).scalar) && tainted.insert(v).second;
}

bool Activity::flow(ir::Value from, ir::Value to) {
  bool changed = false;
  if (isActive(from))
    changed |= markActive(to);
  if (isTainted(from))
    changed |= markTainted(to);
  return changed;
}

void Activity::analyse(llvm::ArrayRef<ir::Statement> statements) {
  while (visit(statements))
    ;
}

bool Activity::visit(llvm::ArrayRef<ir::Statement> statements) {
  bool changed = false;
  for (const ir::Statement &statement : statements)
    changed |= visit(statement);
  return changed;
}

bool Activity::visit(const ir::Statement &statement) {
  if (const auto *apply = std::get_if<ir::Apply>(&statement.op))
    return visit(*apply, statement.results[0]);
  bool changed = false;
  const auto *call = std::get_if<ir::Call>(&statement.op);
  const auto *invoke = std::get_if<ir::Invoke>(&statement.op);
  const llvm::ArrayRef<ir::Value> arguments = call && !isInsideRuled ? llvm::ArrayRef<ir::Value>(call->arguments)
                                              : invoke               ? llvm::ArrayRef<ir::Value>(invoke->arguments)
                                                                     : llvm::ArrayRef<ir::Value>();
  if (llvm::any_of(arguments, [&](ir::Value v) { return isActive(v); }))
    for (ir::Value r : statement.results)
      changed |= markTainted(r);
  // Rules become statements where they are used. The function that has them says which of its integers come from active
  // values; its floating-point results are all active, since a rule may say what it likes.
  const auto *ruled = std::get_if<ir::WithRules>(&statement.op);
  const bool around = std::exchange(isInsideRuled, isInsideRuled || ruled);
  for (bool again = true; again; changed |= again) { // a loop's carried values feed themselves
    again = false;
    analysis::forEachFlow(statement, [&](ir::Value from, ir::Value to) { again |= flow(from, to); });
    ir::forEachBlock(statement.op, [&](const ir::Block &block) {
      if (!ruled || &block == &ruled->fn)
        again |= visit(block.statements);
    });
  }
  isInsideRuled = around;
  return changed;
}

bool Activity::visit(const ir::Apply &op, ir::Value result) {
  bool changed = false;
  if (op.prim == Prim::StopGradient)
    return false;
  for (ir::Value v : op.arguments) {
    if (ir::isFloat(op.type)) {
      if (isActive(v) && prims::info(op.prim).hasDerivative)
        changed |= markActive(result);
    } else if (op.type != ir::Scalar::Bool && (isTainted(v) || (op.prim == Prim::Cast && isActive(v)))) {
      changed |= markTainted(result);
    }
  }
  return changed;
}

} // namespace soac::ad
