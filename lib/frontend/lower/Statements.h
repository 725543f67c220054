// Statements, in sequence, and declarations.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

void lowerDeclaration(Lowering &l, const clang::Decl *d);

} // namespace soac::frontend
