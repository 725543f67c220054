// std::function, pointers to members and constant tables of functions.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

/// A constant array of functions: it has no value of its own, only calls of its elements.
bool isFunctionTable(const clang::VarDecl *variable);
/// `&T::member`; nothing where it is another address.
std::optional<FValue> memberPointer(Lowering &l, const clang::UnaryOperator *e);
/// `object.*member`, `pointer->*member`
Location memberThrough(Lowering &l, const clang::BinaryOperator *e);
/// Calls the function that a leaf refers to.
FValue callTarget(Lowering &l, const FValue &callee, llvm::ArrayRef<FValue> arguments, const clang::Expr *site);
/// A call through a pointer to a member function or a table of functions; nothing where it is another one.
std::optional<FValue> lowerCallThrough(Lowering &l, const clang::CallExpr *call);
/// A std::function made of this.
FValue constructFunction(Lowering &l, const clang::Expr *from, const Layout *layout);

} // namespace soac::frontend
