#include "optimise/passes/Neighbours.h"

#include "analysis/Effects.h"
#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {

using namespace ir;

std::optional<Neighbours> neighbours(const Block &block, unsigned first, unsigned second, const ValueTable &values,
                                     const std::vector<bool> &consumed) {
  Neighbours both{first, second, {}};
  const auto &statements = block.statements;
  const auto uses = [&](unsigned position) { return freeVariables(statements[position].op, values); };
  const auto isConsumed = [&](Value v) { return v.id < consumed.size() && consumed[v.id] && values.type(v).isArray(); };
  const auto shareConsumed = [&](const ValueSet &a, const ValueSet &b) {
    return llvm::any_of(a, [&](Value v) { return isConsumed(v) && b.contains(v); });
  };
  const ValueSet usedByFirst = uses(first), usedBySecond = uses(second);
  const Values &given = statements[first].results;
  ValueSet depends, usedBehind;
  depends.insert(given.begin(), given.end());
  for (unsigned k = first + 1; k < second; ++k) {
    const ValueSet used = uses(k);
    if (llvm::none_of(used, [&](Value v) { return depends.contains(v); })) {
      const bool readsNumbers = !std::holds_alternative<Extent>(statements[k].op);
      if (readsNumbers && (shareConsumed(usedByFirst, used) || shareConsumed(usedBehind, used)))
        return std::nullopt;
      continue;
    }
    if (analysis::hasCheck(statements[k].op))
      return std::nullopt;
    both.dependent.push_back(k);
    depends.insert(statements[k].results.begin(), statements[k].results.end());
    for (Value v : used)
      if (!llvm::is_contained(given, v))
        usedBehind.insert(v);
  }
  const auto comesBehind = [&](Value v) { return depends.contains(v) && !llvm::is_contained(given, v); };
  if ((analysis::hasCheck(statements[first].op) && second > first + 1) || llvm::any_of(usedBySecond, comesBehind) ||
      shareConsumed(usedBehind, usedBySecond))
    return std::nullopt;
  return both;
}

void unite(Block &block, const Neighbours &both, Statement one) {
  std::vector<Statement> kept, behind;
  for (unsigned k = 0; k < block.statements.size(); ++k) {
    if (k == both.second) {
      kept.push_back(std::move(one));
      llvm::move(behind, std::back_inserter(kept));
    } else if (llvm::is_contained(both.dependent, k)) {
      behind.push_back(std::move(block.statements[k]));
    } else if (k != both.first) {
      kept.push_back(std::move(block.statements[k]));
    }
  }
  block.statements = std::move(kept);
}

} // namespace soac::optimise
