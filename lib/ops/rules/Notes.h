// Statements that say something about values, for rules: they have no results, and are gone when the adjoint is
// complete.
#pragma once

#include "ir/Function.h"

#include <llvm/ADT/StringRef.h>

namespace soac::ops {

/// `name`: one that no function of a program has.
ir::Statement note(llvm::StringRef name, ir::Values arguments, ir::ValueTable &values, ir::SourceLocation location);
const ir::WithRules *noteOf(const ir::Statement &s, llvm::StringRef name);

} // namespace soac::ops
