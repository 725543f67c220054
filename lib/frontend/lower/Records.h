// Aggregates and closures.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

FValue lowerInitList(Lowering &l, const clang::InitListExpr *e, const Layout *layout);
FValue lowerLambda(Lowering &l, const clang::LambdaExpr *e);
bool fieldIndex(const Layout *record, const clang::NamedDecl *decl, unsigned &index);

} // namespace soac::frontend
