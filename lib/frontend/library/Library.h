// The lowering's interface to the known functions and classes of the standard library.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

/// The lowering of a call of a known function, whose body is not lowered; null for an ordinary call.
CallLowering knownCall(const CallSite &site);

/// The elements from one iterator or pointer to another, as an array of this shape.
FValue elementsBetween(Lowering &l, const FValue &from, const FValue &to, const Layout *layout,
                       const clang::Expr *site);
std::optional<FValue> constructTuple(Lowering &l, const clang::CXXConstructExpr *e, const Layout *layout);
std::optional<FValue> constructOptional(Lowering &l, const clang::CXXConstructExpr *e, const Layout *layout);
/// A call of a function of <cmath> through a pointer; nothing where `callee` is no such function.
std::optional<FValue> lowerMathFunction(Lowering &l, const clang::FunctionDecl *callee,
                                        llvm::ArrayRef<FValue> arguments);
FValue lowerNew(Lowering &l, const clang::CXXNewExpr *e);
FValue lowerDelete(Lowering &l, const clang::CXXDeleteExpr *e);
/// `static_cast<T *>(malloc(n * sizeof(T)))`; nothing for other casts.
std::optional<FValue> allocatedBy(Lowering &l, const clang::CastExpr *e);
FValue constructOwner(Lowering &l, const clang::CXXConstructExpr *e, const Layout *layout);
bool isComplex(const clang::Expr *e); ///< of a built-in complex type, which std::complex holds
FValue complexBinary(Lowering &l, const clang::BinaryOperator *e);
void complexCompound(Lowering &l, const clang::CompoundAssignOperator *e, const Location &at, const FValue &right);
FValue complexUnary(Lowering &l, const clang::UnaryOperator *e);
Location complexPart(Lowering &l, const clang::UnaryOperator *e);
FValue complexCast(Lowering &l, const clang::CastExpr *e);
FValue imaginaryLiteral(Lowering &l, const clang::ImaginaryLiteral *e);

} // namespace soac::frontend
