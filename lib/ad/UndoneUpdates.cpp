#include "ad/UndoneUpdates.h"

#include "analysis/DeadCode.h"
#include "analysis/InPlace.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ad {
namespace {

using analysis::DefUse;
using analysis::Liveness;

// Does a live statement change the array that becomes result number `position` of the statement?
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

// Reads extents from the array before its in-place changes, which keep them.
void readExtentsBefore(ir::Block &block, const ir::ValueMap &before) {
  for (ir::Statement &statement : block.statements) {
    if (auto *extent = std::get_if<ir::Extent>(&statement.op))
      while (const ir::Value source = before.lookup(extent->array))
        extent->array = source;
    ir::forEachBlock(statement.op, [&](ir::Block &inner) { readExtentsBefore(inner, before); });
  }
}

// Each restored value -> the value before its update, followed to one that is not restored itself.
ir::ValueMap replacements(llvm::ArrayRef<UndoneUpdate> undone) {
  ir::ValueMap before;
  for (const UndoneUpdate &u : undone)
    before[u.restored] = u.before;
  for (auto &[restored, v] : before)
    while (const ir::Value earlier = before.lookup(v))
      v = earlier;
  return before;
}

// Removes the checks against these limits. A limit belongs to one log: only the length of the log is compared with it.
void dropLengthChecks(ir::Block &block, const ir::ValueSet &limits) {
  ir::ValueSet comparisons;
  for (ir::Statement &statement : block.statements) {
    const auto *apply = std::get_if<ir::Apply>(&statement.op);
    if (apply && apply->arguments.size() == 2 && limits.contains(apply->arguments[1]))
      comparisons.insert(statement.results[0]);
    ir::forEachBlock(statement.op, [&](ir::Block &inner) { dropLengthChecks(inner, limits); });
  }
  llvm::erase_if(block.statements, [&](const ir::Statement &statement) {
    const auto *check = std::get_if<ir::Check>(&statement.op);
    return check && comparisons.contains(check->condition);
  });
}

ir::ValueMap drop(ir::Block &block, llvm::ArrayRef<UndoneUpdate> needless) {
  ir::ValueMap before = replacements(needless);
  ir::substitute(block, before);
  ir::ValueSet limits;
  for (const UndoneUpdate &u : needless)
    limits.insert(u.limits.begin(), u.limits.end());
  if (!limits.empty())
    dropLengthChecks(block, limits);
  return before;
}

} // namespace

ir::ValueMap dropUndone(ir::Block &block, ir::ValueTable &values, llvm::ArrayRef<UndoneUpdate> undone,
                        const ir::ValueMap &shapes) {
  ir::ValueMap made = shapes;
  for (const UndoneUpdate &u : undone)
    made[u.changed] = u.before;
  readExtentsBefore(block, made);
  std::vector<UndoneUpdate> needless(undone.begin(), undone.end());
  for (bool isStable = false; !isStable && !needless.empty();) {
    ir::Function trial;
    trial.values = std::move(values);
    trial.body = block;
    drop(trial.body, needless);
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
  ir::Function whole;
  whole.values = std::move(values);
  whole.body = std::move(block);
  ir::ValueMap before = drop(whole.body, needless);
  whole = analysis::eliminateDeadCode(std::move(whole), analysis::Claimed::IsDropped);
  block = std::move(whole.body);
  values = std::move(whole.values);
  return before;
}

} // namespace soac::ad
