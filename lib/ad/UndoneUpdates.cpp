#include "ad/UndoneUpdates.h"

#include "analysis/InPlace.h"
#include "analysis/Liveness.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ad {
namespace {

using analysis::DefUse;
using analysis::Liveness;

// Is the array that becomes result number `position` of the statement changed by what is live?
bool isChanged(const ir::Statement &statement, std::size_t position, const Liveness &liveness) {
  if (const auto *loop = std::get_if<ir::Loop>(&statement.op))
    return liveness.isLive(loop->body.parameters[position + loop->isCounted()]);
  const auto *branch = std::get_if<ir::If>(&statement.op);
  if (!branch)
    return liveness.isNeeded(statement);
  return llvm::any_of(std::initializer_list<const ir::Block *>{&branch->then, &branch->otherwise}, [&](const ir::Block *block) {
    const ir::Value result = block->results[position], source = analysis::inPlaceSource(result, *block);
    const auto links = source ? analysis::updateChain(source, result, *block) : std::nullopt;
    return !links || llvm::any_of(*links, [&](const analysis::UpdateLink &link) {
      return isChanged(block->statements[link.statement], link.position, liveness);
    });
  });
}

// The extents of an array are those of what it was made of in place.
void readExtentsBefore(ir::Block &block, const ir::ValueMap &before) {
  for (ir::Statement &statement : block.statements) {
    if (auto *extent = std::get_if<ir::Extent>(&statement.op))
      while (const ir::Value source = before.lookup(extent->array))
        extent->array = source;
    ir::forEachBlock(statement.op, [&](ir::Block &inner) { readExtentsBefore(inner, before); });
  }
}

// Each value that is restored -> what it was before, itself no such value.
ir::ValueMap replacements(llvm::ArrayRef<UndoneUpdate> undone) {
  ir::ValueMap before;
  for (const UndoneUpdate &u : undone)
    before[u.restored] = u.before;
  for (auto &[restored, v] : before)
    while (const ir::Value earlier = before.lookup(v))
      v = earlier;
  return before;
}

} // namespace

void dropUndone(ir::Block &block, ir::ValueTable &values, llvm::ArrayRef<UndoneUpdate> undone) {
  ir::ValueMap made;
  for (const UndoneUpdate &u : undone)
    made[u.changed] = u.before;
  readExtentsBefore(block, made);
  std::vector<UndoneUpdate> needless(undone.begin(), undone.end());
  for (bool isStable = false; !isStable && !needless.empty();) {
    ir::Function trial;
    trial.values = std::move(values);
    trial.body = block;
    ir::substitute(trial.body, replacements(needless));
    const DefUse definitions(trial.body);
    const Liveness liveness(trial, analysis::Claimed::IsDropped);
    const std::size_t before = needless.size();
    llvm::erase_if(needless, [&](const UndoneUpdate &u) {
      const analysis::Definition *made = definitions.of(u.changed);
      return !made || !made->statement || made->parameterOf || isChanged(*made->statement, made->position, liveness);
    });
    isStable = needless.size() == before;
    values = std::move(trial.values);
  }
  ir::substitute(block, replacements(needless));
}

} // namespace soac::ad
