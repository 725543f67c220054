// Forward mode of associative operators: (value, tangent) pairs under the operator's tangent are associative again.
#pragma once

#include "ops/Rule.h"

namespace soac::ops {

/// The operator on (accumulated.., accumulated tangents.., elements.., element tangents..); tangents go with the
/// components in `lifted`.
struct LiftedOperator {
  ir::Block op;
  llvm::SmallVector<bool, 4> lifted;
};
LiftedOperator liftOperator(const ir::Block &op, llvm::ArrayRef<ir::Value> results, Tangents &tangents);

/// `values` followed by the dense tangents of those flagged.
ir::Values withTangents(llvm::ArrayRef<ir::Value> values, llvm::ArrayRef<bool> flags, Tangents &tangents);

/// Fresh results for a lifted statement: the primal's, then tangents of those flagged, which are set.
ir::Values liftResults(llvm::ArrayRef<ir::Value> results, llvm::ArrayRef<bool> flags, Tangents &tangents);

} // namespace soac::ops
