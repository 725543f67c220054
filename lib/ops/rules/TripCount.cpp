#include "ir/Walk.h"
#include "ops/rules/LoopStates.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ops {

void dropAccumulates(ir::Block &block, const ir::ValueSet &accumulators) {
  llvm::erase_if(block.statements, [&](const ir::Statement &statement) {
    const auto *add = std::get_if<ir::Accumulate>(&statement.op);
    return add && accumulators.contains(add->accumulator);
  });
  for (ir::Statement &statement : block.statements) {
    if (auto *invoke = std::get_if<ir::Invoke>(&statement.op))
      for (ir::Value &v : invoke->accumulators)
        v = accumulators.contains(v) ? ir::Value() : v;
    ir::forEachBlock(statement.op, [&](ir::Block &inner) { dropAccumulates(inner, accumulators); });
  }
}

ir::Loop withTripCount(const ir::Loop &loop, const ir::Statement &statement, ir::Builder &b) {
  ir::Loop inspector{{}, ir::cloneBlock(loop.condition, b.values), loop.inits, ir::cloneBlock(loop.body, b.values), {}};
  dropAccumulates(inspector.body, ir::freeVariables(loop.body, b.values)); // only the loop itself adds to them
  inspector.inits.push_back(b.index(0));
  inspector.condition.parameters.push_back(b.values.fresh(ir::indexType));
  inspector.body.parameters.push_back(b.values.fresh(ir::indexType));
  ir::Builder in(b.values, inspector.body.statements, statement.location);
  inspector.body.results.push_back(in.add(inspector.body.parameters.back(), b.index(1)));
  const ir::Value most = loop.annotations.bound ? b.cast(ir::Scalar::I64, loop.annotations.bound) : ir::Value();
  if (most) { // the inspector stops one trip after the bound
    ir::Builder test(b.values, inspector.condition.statements, statement.location);
    const ir::Value mayGoOn = test.apply(prims::Prim::Le, {inspector.condition.parameters.back(), most});
    inspector.condition.results[0] = test.apply(prims::Prim::And, {inspector.condition.results[0], mayGoOn});
  }
  ir::Loop counted{b.emit(std::move(inspector)).back(), {}, loop.inits, loop.body, loop.annotations};
  counted.body.parameters.insert(counted.body.parameters.begin(), b.values.fresh(ir::indexType));
  if (most)
    b.check(b.apply(prims::Prim::Le, {counted.count, most}), boundMessage(loop.annotations));
  counted.annotations.bound = {};
  return counted;
}

} // namespace soac::ops
