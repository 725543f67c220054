// Functions whose calls stay calls (lower/CallTree.h says which): each becomes a definition of the function that is
// written.
//
// A definition takes numbers, and the variables that its arguments refer to (lower/Closure.h). What these have become when
// it ends are results beside what is returned: numbers, and arrays of the same shape.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

/// A call of a function that stays one, which is lowered at the first call. None where the call is to be written in
/// place: nothing has been lowered then. What calls itself and cannot be a definition is refused.
std::optional<FValue> callDefinition(Lowering &l, const clang::FunctionDecl *function, llvm::ArrayRef<FValue> arguments,
                                     const clang::Expr *site, const std::optional<Location> &object);

} // namespace soac::frontend
