// Expressions whose value nobody uses.
#pragma once

#include "frontend/state/Lowering.h"

namespace soac::frontend {

/// Does what an expression does besides its value: calls of the user's functions, assignments. What the standard
/// library makes of its operands is nothing but a value.
void lowerEffects(Lowering &l, const clang::Expr *e);

} // namespace soac::frontend
