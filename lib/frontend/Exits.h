// Where the user's program leaves for good.
#pragma once

#include "frontend/Lowering.h"

namespace soac::frontend {

/// `c ? throw e : x`: leaves where c holds; what remains is x. Null for a choice that throws on neither side.
const clang::Expr *remainingSide(Lowering &l, const clang::ConditionalOperator *choice);

} // namespace soac::frontend
