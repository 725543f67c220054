// Objects that constructors make.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

FValue lowerConstruct(Lowering &l, const clang::CXXConstructExpr *e);
/// `T(a, b)` of an aggregate.
FValue lowerParenInit(Lowering &l, const clang::CXXParenListInitExpr *e);
void constructInto(Lowering &l, const Location &at, const clang::CXXConstructExpr *e);
void callConstructor(Lowering &l, const Location &at, const clang::CXXConstructorDecl *constructor,
                     llvm::ArrayRef<FValue> arguments, const clang::Expr *site);

} // namespace soac::frontend
