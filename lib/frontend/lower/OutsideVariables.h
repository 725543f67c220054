// Variables outside functions that other files see.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

/// Is it of another file, or a table that another file may fill, so that its value is what it holds as generated code runs?
bool isReadByName(Lowering &l, const clang::VarDecl *d, bool isConst);
/// Its value; none where generated code cannot name it.
FValue readByName(Lowering &l, const clang::VarDecl *d);

} // namespace soac::frontend
