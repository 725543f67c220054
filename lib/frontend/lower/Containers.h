// Containers that constructors make.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

/// What a constructor of an array, a view or an iterator makes, or a refusal; nothing where an iterator has several arguments.
std::optional<FValue> constructContainer(Lowering &l, const clang::CXXConstructExpr *e, const Layout *layout);
/// An array of these extents, with `element` everywhere.
FValue filled(Lowering &l, const FValue &element, llvm::ArrayRef<ir::Value> extents, const Layout *layout);

} // namespace soac::frontend
