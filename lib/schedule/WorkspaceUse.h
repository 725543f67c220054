// Which blocks use the workspace: they take memory from it, or report a failure to it.
#pragma once

#include "schedule/Levels.h"

namespace soac::schedule {

class WorkspaceUse {
public:
  /// `packed`: pointers of which only packed copies are dense. `returned`: arrays in memory that is returned.
  WorkspaceUse(const ir::Function &function, const Uses &uses, const MemoryPlan &plan, const Levels &levels,
               const ir::ValueSet &packed, const ir::ValueSet &returned);

  /// Does one execution of the block use the workspace? 
  bool isUsed(const ir::Block &b) const { return blocks.contains(&b); }

private:
  const ir::Function &function;
  const Uses &uses;
  const MemoryPlan &plan;
  const Levels &levels;
  const ir::ValueSet &packed, &returned;
  llvm::DenseSet<const ir::Block *> blocks;

  bool block(const ir::Block &b, bool isOperator);
  bool statement(const ir::Statement &s, bool isOperator);
  bool isNeeded(ir::Value v) const { return uses.count(v) > 0 || uses.isMeasured(v); }
  bool makes(ir::Value v) const;
  bool isElsewhere(ir::Value v) const {
    return plan.rowOf(v) || plan.onStack(v) || plan.slotOf(v) || returned.contains(v);
  }
};

} // namespace soac::schedule
