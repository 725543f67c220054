// Elements that are made in place, by emplace_back and the like.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

/// The element that `call`, an emplace_back or push_back, makes of the arguments.
FValue emplacedElement(Lowering &l, const Layout *element, const clang::CallExpr *call,
                       llvm::ArrayRef<const clang::Expr *> arguments);

} // namespace soac::frontend
