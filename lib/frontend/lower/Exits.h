// Where the user's program leaves for good.
#pragma once

#include "frontend/state/Lowering.h"

namespace soac::frontend {

/// `c ? throw e : x`: leaves where c holds; what remains is x. Null for a choice that throws on neither side.
const clang::Expr *remainingSide(Lowering &l, const clang::ConditionalOperator *choice);

/// `throw e`: the program leaves here, and so does generated code.
FValue lowerThrow(Lowering &l, const clang::CXXThrowExpr *e);
/// Does the function never return to its caller, and is the call left as it is?
bool isExit(const clang::FunctionDecl *callee);
/// std::abort(), std::exit(1), a function of a header that is [[noreturn]].
FValue lowerExit(Lowering &l, const clang::CallExpr *call, const clang::FunctionDecl *callee);

} // namespace soac::frontend
