// Output in differentiated code.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

void lowerDroppedOutput(Lowering &l, const clang::Stmt *s);
bool isOutput(const clang::FunctionDecl *callee);
/// A stream or file that output goes to.
bool isOutputHandle(clang::QualType type);

} // namespace soac::frontend
