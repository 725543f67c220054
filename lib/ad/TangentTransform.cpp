#include "ad/TangentTransform.h"

#include "ops/Ops.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ad {

// Does the statement need its tangent rule: has it an active result, or an addition to an active accumulator?
bool TangentTransform::isReached(const ir::Statement &statement) const {
  const auto isActive = [&](ir::Value v) { return activity.isActive(v); };
  if (llvm::any_of(statement.results, isActive))
    return true;
  bool result = false;
  const auto look = [&](const ir::Statement &s) {
    if (const auto *add = std::get_if<ir::Accumulate>(&s.op))
      result |= activity.isActive(add->accumulator);
    if (const auto *invoke = std::get_if<ir::Invoke>(&s.op))
      result |= llvm::any_of(invoke->accumulators, isActive);
  };
  look(statement);
  ir::forEachBlock(statement.op, [&](const ir::Block &block) { ir::forEachStatement(block, look); });
  return result;
}

ir::Block TangentTransform::transform(const ir::Block &block, llvm::ArrayRef<bool> activeResults) {
  ir::Block both;
  both.parameters = block.parameters;
  for (ir::Value p : block.parameters)
    if (isActive(p)) {
      const ir::Value t = values.fresh(values.type(p), ir::tangentOf(values.name(p)));
      both.parameters.push_back(t);
      set(p, t);
    }
  ir::Builder inner(values, both.statements);
  ir::Builder *const outer = std::exchange(current, &inner);
  for (const ir::Statement &statement : block.statements) {
    inner.location = statement.location;
    if (!isReached(statement)) {
      keep(statement);
      continue;
    }
    std::visit([&](const auto &op) { ops::tangent(op, statement, *this); }, statement.op);
    for (ir::Value r : statement.results)
      if (const ir::Value t = of(r); t && values.name(t).empty() && !values.name(r).empty())
        values.setName(t, ir::tangentOf(values.name(r)));
  }
  both.results = block.results;
  for (std::size_t k = 0; k < activeResults.size(); ++k)
    if (activeResults[k])
      both.results.push_back(dense(block.results[k]));
  current = outer;
  return both;
}

} // namespace soac::ad
