// Recursive functions: each becomes a definition of the function that is written, and its calls stay calls.
//
// A definition takes scalars by value and arrays that are only read; what a reference to numbers is set to is a result
// beside what is returned.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

/// Does the function reach a call of itself?
bool isRecursive(Lowering &l, const clang::FunctionDecl *function);
/// A call of such a function, which is lowered at the first.
FValue callDefinition(Lowering &l, const clang::FunctionDecl *function, llvm::ArrayRef<FValue> arguments,
                      const clang::Expr *site, bool isOfObject);

} // namespace soac::frontend
