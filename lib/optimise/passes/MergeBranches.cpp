// Two branches on one condition become one:
//   r = if c { a } else { b };  s = if c { p } else { q }   ->   r, s = if c { a;  p } else { b;  q }
// What the second reads of the first's results it reads of the branch itself.
#include "analysis/LastUses.h"
#include "ir/Walk.h"
#include "optimise/passes/Neighbours.h"
#include "optimise/passes/PassList.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

void append(Block &first, Block second, llvm::ArrayRef<Value> results) {
  ValueMap made;
  for (auto [r, v] : llvm::zip_equal(results, first.results))
    made[r] = v;
  substitute(second, made);
  llvm::move(second.statements, std::back_inserter(first.statements));
  first.results.append(second.results);
}

Statement merged(Statement a, Statement b) {
  auto &first = std::get<If>(a.op);
  auto &second = std::get<If>(b.op);
  append(first.then, std::move(second.then), a.results);
  append(first.otherwise, std::move(second.otherwise), a.results);
  a.results.append(b.results);
  return a;
}

void mergeIn(Block &block, const ValueTable &values, const std::vector<bool> &consumed) {
  const auto branchAt = [&](unsigned position) { return std::get_if<If>(&block.statements[position].op); };
  for (unsigned second = 0; second < block.statements.size(); ++second)
    for (unsigned first = second; first-- > 0 && branchAt(second);) {
      if (!branchAt(first) || branchAt(first)->condition != branchAt(second)->condition)
        continue;
      if (const auto both = neighbours(block, first, second, values, consumed)) {
        unite(block, *both, merged(std::move(block.statements[first]), std::move(block.statements[second])));
        first = second = both->place();
      }
    }
  for (Statement &s : block.statements)
    forEachBlock(s.op, [&](Block &inner) { mergeIn(inner, values, consumed); });
}

} // namespace

Function mergeBranches(Function function) {
  const std::vector<bool> consumed = consumedValues(function);
  mergeIn(function.body, function.values, consumed);
  return function;
}

} // namespace soac::optimise
