#include "ir/Definitions.h"

#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ir {
namespace {

void forEachInvoke(Block &block, llvm::function_ref<void(Invoke &)> f) {
  for (Statement &statement : block.statements) {
    if (auto *invoke = std::get_if<Invoke>(&statement.op))
      f(*invoke);
    forEachBlock(statement.op, [&](Block &inner) { forEachInvoke(inner, f); });
  }
}

void forEachInvoke(Function &function, llvm::function_ref<void(Invoke &)> f) {
  forEachInvoke(function.body, f);
  for (Function &definition : function.definitions)
    forEachInvoke(definition.body, f);
}

bool hasCheck(const Block &block) {
  bool result = false;
  forEachStatement(block, [&](const Statement &s) { result |= std::holds_alternative<Check>(s.op); });
  return result;
}

} // namespace

void settleInvokes(Function &function) {
  if (function.definitions.empty())
    return;
  std::vector<bool> mayFail;
  for (const Function &definition : function.definitions)
    mayFail.push_back(hasCheck(definition.body));
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (std::size_t k = 0; k < mayFail.size(); ++k)
      if (!mayFail[k])
        forEachInvoke(function.definitions[k].body, [&](Invoke &op) {
          if (mayFail[op.definition])
            mayFail[k] = isChanged = true;
        });
  }
  forEachInvoke(function, [&](Invoke &op) { op.mayFail = mayFail[op.definition]; });
}

void dropUnusedDefinitions(Function &function) {
  if (function.definitions.empty()) // of a definition by itself, too
    return;
  constexpr unsigned none = ~0u;
  std::vector<unsigned> numbers(function.definitions.size(), none), order;
  const auto need = [&](Invoke &op) {
    if (numbers[op.definition] != none)
      return;
    numbers[op.definition] = static_cast<unsigned>(order.size());
    order.push_back(op.definition);
  };
  forEachInvoke(function.body, need);
  for (std::size_t k = 0; k < order.size(); ++k)
    forEachInvoke(function.definitions[order[k]].body, need);
  std::vector<Function> kept;
  for (const unsigned k : order)
    kept.push_back(std::move(function.definitions[k]));
  function.definitions = std::move(kept);
  forEachInvoke(function, [&](Invoke &op) { op.definition = numbers[op.definition]; });
  settleInvokes(function);
}

} // namespace soac::ir
