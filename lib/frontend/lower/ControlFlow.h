// Branches to SSA.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

/// True when `rest`, the statements after it, was lowered with it.
bool lowerIf(Lowering &l, const clang::IfStmt *s, llvm::ArrayRef<const clang::Stmt *> rest);
void lowerSwitch(Lowering &l, const clang::SwitchStmt *s);

} // namespace soac::frontend
