// Calls, which are inlined.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

FValue lowerCall(Lowering &l, const clang::CallExpr *call);
/// Lowers the body of a function in a new frame; `before` runs first in it (member initialisers).
FValue inlineFunction(Lowering &l, const clang::FunctionDecl *function, llvm::ArrayRef<FValue> arguments,
                      const clang::Expr *site, std::optional<Location> object, llvm::function_ref<void()> before);

} // namespace soac::frontend
