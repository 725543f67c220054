// Extents of raw pointers, which C++ does not say: one more than the largest index that the function touches.
//
// An inspector finds it: the function's primal once more, with every access of the pointer noted; of this dead code
// elimination leaves the slice that steers the indices (for `for (i < n) .. p[i]` just n). Derivatives need extents
// where they make zeros or copies of an array. It is -1 where the function touches what lies before the pointer, which
// the runtime refuses.
#pragma once

#include "ir/Walk.h"

namespace soac::ad {

/// Gives the pointer parameters, and the adjoints and tangents that go with them in the function's `Differentiate`s,
/// their extent: each is replaced by `reshape p, [extent]` made at the function's entry. A pointer whose accesses cannot
/// be followed (inside the operator of a reduction) stays as it is.
void addPointerExtents(ir::Function &function, llvm::ArrayRef<ir::Value> pointers);

/// The same with symbolic extents: further i64 parameters, which are returned. Where the derivative turns out not to
/// use them, it needs no inspector, which would repeat the primal's checks.
ir::Values addSymbolicExtents(ir::Function &function, llvm::ArrayRef<ir::Value> pointers);

/// After optimisation: takes the extents of pointers away again, but of those in `kept`, so that no inspector runs for
/// them.
void dropPointerExtents(ir::Function &function, llvm::ArrayRef<ir::Value> pointers, const ir::ValueSet &kept);

} // namespace soac::ad
