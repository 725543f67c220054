// Constants that Clang can evaluate by itself, and constants outside functions.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

std::optional<FValue> constantValue(Lowering &l, const clang::Expr *e);
std::optional<Location> globalVariable(Lowering &l, const clang::VarDecl *d, const clang::Expr *site);
Location stringTable(Lowering &l, const clang::StringLiteral *text);

} // namespace soac::frontend
