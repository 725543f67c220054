// Operators on arithmetic types, assignments and increments.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

FValue lowerBinary(Lowering &l, const clang::BinaryOperator *e);
FValue lowerUnary(Lowering &l, const clang::UnaryOperator *e);
Location lowerCompoundAssign(Lowering &l, const clang::CompoundAssignOperator *e);
Location lowerAssign(Lowering &l, const clang::BinaryOperator *e);
Location lowerIncrement(Lowering &l, const clang::UnaryOperator *e, FValue *before);
FValue arithmetic(Lowering &l, clang::BinaryOperatorKind op, const FValue &a, const FValue &b, const Layout *result);

} // namespace soac::frontend
