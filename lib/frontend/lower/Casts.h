// Conversions, as Clang's AST spells them out.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

FValue lowerCast(Lowering &l, const clang::CastExpr *e);
Location lowerCastLocation(Lowering &l, const clang::CastExpr *e);

} // namespace soac::frontend
