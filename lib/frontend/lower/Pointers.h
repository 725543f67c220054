// Pointers into arrays, inside the lowering of expressions.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

/// The array of which this is the pointer to its first element; null for other expressions.
const clang::Expr *decayed(const clang::Expr *e);
/// A pointer to an element, or a row, of a C array of arrays at constant indices: it may go on into the next row.
std::optional<FValue> pointerIntoRows(Lowering &l, const clang::Expr *e, const Layout *pointer);
FValue viewOfPointer(Lowering &l, const FValue &pointer, llvm::ArrayRef<ir::Value> extents, const Layout *view,
                     const clang::Expr *site);
FValue lowerPointerBinary(Lowering &l, const clang::BinaryOperator *e);

} // namespace soac::frontend
