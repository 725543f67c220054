// The surroundings of an expression's value.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

/// Notes that an expression with an effect is evaluated; false, and an error of the tool, where it was before.
bool evaluateOnce(Lowering &l, const clang::Expr *e);
/// A temporary whose destructor does something is refused: false.
bool endsQuietly(Lowering &l, const clang::Expr *e);

} // namespace soac::frontend
