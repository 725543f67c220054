#include "optimise/passes/KnownBranches.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {

using namespace ir;

void takeArms(Block &block, Value condition, bool holds) {
  std::vector<Statement> kept;
  kept.reserve(block.statements.size());
  ValueMap same;
  for (Statement &s : block.statements) {
    forEachBlock(s.op, [&](Block &inner) { takeArms(inner, condition, holds); });
    auto *branch = std::get_if<If>(&s.op);
    if (!branch || branch->condition != condition) {
      kept.push_back(std::move(s));
      continue;
    }
    Block arm = std::move(holds ? branch->then : branch->otherwise);
    llvm::move(arm.statements, std::back_inserter(kept));
    for (auto [result, value] : llvm::zip_equal(s.results, arm.results))
      same[result] = value;
  }
  block.statements = std::move(kept);
  for (auto &[result, value] : same)
    while (const Value earlier = same.lookup(value))
      value = earlier;
  substitute(block, same);
}

} // namespace soac::optimise
