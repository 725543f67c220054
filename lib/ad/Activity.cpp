#include "ad/Activity.h"

#include "analysis/Flow.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ad {

using prims::Prim;

const ActivityMarks &DefinitionActivity::reached(const Argument &argument) {
  if (settled.contains(argument))
    return known[argument];
  if (!visited.empty())
    return evaluate(argument);
  do { // until the marks of recursive definitions have settled
    isChanged = false;
    visited.clear();
    evaluate(argument);
  } while (isChanged);
  settled.merge(visited);
  visited.clear();
  return known[argument];
}

const ActivityMarks &DefinitionActivity::evaluate(const Argument &argument) {
  ActivityMarks &result = known[argument];
  if (!visited.insert(argument).second)
    return result;
  const ir::Function &definition = table[argument.definition];
  ActivityMarks parameters;
  std::vector<bool> &flags = argument.isTainted ? parameters.tainted : parameters.active;
  flags.resize(argument.number + 1);
  flags.back() = true;
  ir::Values outputs = definition.body.results;
  llvm::copy_if(definition.body.parameters, std::back_inserter(outputs),
                [&](ir::Value p) { return definition.type(p).accumulator; });
  ActivityMarks now = Activity::of(definition, parameters, *this, argument.isInsideRuled).marks(outputs);
  isChanged |= now != result;
  result = std::move(now);
  return result;
}

Activity Activity::of(const ir::Function &definition, const ActivityMarks &parameters, DefinitionActivity &definitions,
                      bool isInsideRuled) {
  Activity activity(definition.values, definitions);
  for (auto [p, isMarked] : llvm::zip(definition.body.parameters, parameters.active))
    if (isMarked)
      activity.mark(p);
  for (auto [p, isMarked] : llvm::zip(definition.body.parameters, parameters.tainted))
    if (isMarked)
      activity.tainted.insert(p);
  activity.isInsideRuled = isInsideRuled;
  activity.analyse(definition.body);
  return activity;
}

ActivityMarks Activity::marks(llvm::ArrayRef<ir::Value> list) const {
  ActivityMarks result;
  for (ir::Value v : list) {
    result.active.push_back(isActive(v));
    result.tainted.push_back(isTainted(v));
  }
  return result;
}

Activity Activity::of(const ir::Differentiate &op, const ir::ValueTable &values, DefinitionActivity &definitions) {
  Activity activity(values, definitions);
  std::size_t next = 0;
  for (ir::Value p : op.fn.parameters)
    if (values.type(p).isDifferentiable() && (op.mode == ir::Mode::Adjoint || op.seeds[next++]))
      activity.mark(p);
  activity.analyse(op.fn);
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
  if (const auto *invoke = std::get_if<ir::Invoke>(&statement.op))
    return visit(*invoke, statement.results);
  bool changed = false;
  const auto *call = std::get_if<ir::Call>(&statement.op);
  if (call && !isInsideRuled && llvm::any_of(call->arguments, [&](ir::Value v) { return isActive(v); }))
    for (ir::Value r : statement.results)
      changed |= markTainted(r);
  // A rule becomes statements where it is used, so only the function's own block is visited, for its tainted integers.
  // Every floating-point result is active when an argument is: a rule may make any of them depend on any argument.
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

bool Activity::visit(const ir::Invoke &op, llvm::ArrayRef<ir::Value> results) {
  ir::Values reached(results.begin(), results.end());
  reached.append(op.accumulators);
  bool changed = false;
  for (auto [k, v] : llvm::enumerate(op.arguments))
    for (const bool mark : {false, true}) {
      if (!(mark ? isTainted(v) : isActive(v)))
        continue;
      const auto &marks = definitions.reached({op.definition, static_cast<unsigned>(k), mark, isInsideRuled});
      for (auto [r, isActive, isTainted] : llvm::zip(reached, marks.active, marks.tainted)) {
        changed |= r && isActive && markActive(r);
        changed |= r && isTainted && markTainted(r);
      }
    }
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
