// Variables: runs of slots, one per leaf of their type.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

/// After a refusal: a value of this shape in its place, so that the rest of the statement is looked at. Where nothing
/// can, the statement stays refused.
FValue standIn(Lowering &l, const Layout *layout);
/// The leaves of a variable that nothing has written.
llvm::SmallVector<ir::Value, 4> zeroLeaves(Lowering &l, const Layout *layout);
/// Whether all extents in a value follow from its C++ type.
bool hasStaticShape(const Layout *layout);
/// Names the value after the user's variable, unless it has a name.
void nameLeaf(ir::ValueTable &values, ir::Value v, llvm::StringRef name);
/// A value made where C++ has a const reference: read-only, and only as long as the original stays as it is.
Location copyForReference(Lowering &l, const FValue &v, const llvm::DenseSet<unsigned> &sources);

} // namespace soac::frontend
