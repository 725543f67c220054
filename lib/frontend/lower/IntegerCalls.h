// Functions of integers alone: no derivative passes through them, so calls that cannot be inlined stay as they are.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

/// Is the function called as it is? One of integers, by value, that gives one, and whose body is not visible (then it
/// is taken to have no effect), or which calls itself and uses nothing but its parameters and constants.
bool isCalledAsItIs(Types &types, const clang::FunctionDecl *function);
FValue lowerIntegerCall(Lowering &l, const clang::FunctionDecl *callee, llvm::ArrayRef<FValue> arguments,
                        const clang::Expr *site);

} // namespace soac::frontend
