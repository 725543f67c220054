#include "ad/DefinitionDerivatives.h"

#include "ad/AdjointTransform.h"
#include "ad/TangentTransform.h"
#include "ops/rules/LoopStates.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace soac::ad {

unsigned DefinitionDerivatives::derived(Kind kind, unsigned definition, std::vector<bool> flags, const char *suffix,
                                        llvm::function_ref<void(ir::Function &)> make) {
  const auto [it, isNew] = made.try_emplace({kind, definition, std::move(flags)}, static_cast<unsigned>(table.size()));
  const unsigned number = it->second;
  if (!isNew)
    return number;
  ir::Function function = table[definition];
  function.name += suffix;
  table.emplace_back(); // its number is known while it is made
  make(function);
  table[number] = std::move(function);
  return number;
}

unsigned DefinitionDerivatives::tangent(const ir::Invoke &op, llvm::ArrayRef<bool> active) {
  return derived(Kind::Tangent, op.definition, std::vector<bool>(active.begin(), active.end()), "_tan",
                 [&](ir::Function &function) {
                   llvm::SmallVector<bool, 8> parameters(active);
                   parameters.resize(function.body.parameters.size(), true); // accumulators
                   const Activity activity = prepare(function, parameters, ir::Mode::Tangent);
                   llvm::SmallVector<bool, 4> flags;
                   for (ir::Value r : function.body.results)
                     flags.push_back(function.type(r).isDifferentiable());
                   function.body = TangentTransform(function.values, activity, *this).transform(function.body, flags);
                   const auto isArgument = [&](ir::Value p) { return !function.type(p).accumulator; };
                   std::stable_partition(function.body.parameters.begin(), function.body.parameters.end(), isArgument);
                   const auto isScalar = [&](ir::Value r) { return function.type(r).isScalar(); };
                   std::stable_partition(function.body.results.begin(), function.body.results.end(), isScalar);
                 });
}

unsigned DefinitionDerivatives::adjoint(const ir::Invoke &op, llvm::ArrayRef<bool> active,
                                        llvm::ArrayRef<bool> seeded) {
  std::vector<bool> flags(active.begin(), active.end());
  flags.insert(flags.end(), seeded.begin(), seeded.end());
  return derived(Kind::Adjoint, op.definition, std::move(flags), "_adj", [&](ir::Function &function) {
    llvm::SmallVector<bool, 8> parameters(active);
    parameters.resize(function.body.parameters.size(), false); // accumulators
    prepare(function, parameters, ir::Mode::Adjoint);
    function.body = AdjointTransform(function, options, *this).transform(function.body, parameters, seeded, op.updated);
  });
}

void DefinitionDerivatives::resolveUnset(ir::Invoke &op) {
  std::vector<bool> isUnset;
  for (ir::Value v : op.accumulators)
    isUnset.push_back(!v);
  if (!llvm::is_contained(isUnset, true))
    return;
  llvm::erase_if(op.accumulators, [](ir::Value v) { return !v; });
  op.definition = derived(Kind::WithoutAccumulators, op.definition, isUnset, "_values", [&](ir::Function &function) {
    ir::ValueSet dropped;
    const std::size_t first = function.body.parameters.size() - isUnset.size();
    for (std::size_t k = 0; k < isUnset.size(); ++k)
      if (isUnset[k])
        dropped.insert(function.body.parameters[first + k]);
    llvm::erase_if(function.body.parameters, [&](ir::Value p) { return dropped.contains(p); });
    ops::dropAccumulates(function.body, dropped);
    resolveUnset(function.body);
  });
}

void DefinitionDerivatives::resolveUnset(ir::Block &block) {
  for (ir::Statement &statement : block.statements) {
    if (auto *invoke = std::get_if<ir::Invoke>(&statement.op))
      resolveUnset(*invoke);
    ir::forEachBlock(statement.op, [&](ir::Block &inner) { resolveUnset(inner); });
  }
}

} // namespace soac::ad
