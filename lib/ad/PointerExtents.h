// Extents of raw pointers, which C++ does not know: one more than the largest index that the function touches.
//
// An inspector finds the extent: the function's primal once more, with every access of the pointer noted; dead code
// elimination reduces it to the slice that steers the indices (for `for (i < n) .. p[i]` just n). Derivatives need
// extents where they make zeros or copies of an array. The extent is -1 where the function touches elements before the
// pointer, which the runtime refuses.
#pragma once

#include "ir/Walk.h"

namespace soac::ad {

/// Gives the pointer parameters, and the adjoints and tangents that go with them in the function's `Differentiate`s,
/// symbolic extents: each is replaced by `reshape p, [extent]` made at the function's entry, and the extents are further
/// i64 parameters, which are returned.
ir::Values addSymbolicExtents(ir::Function &function, llvm::ArrayRef<ir::Value> pointers);

struct ExtentInspector {
  ir::Function function; ///< has the primal's parameters; returns the extent of every pointer in `asked`
  ir::Value unknown;     ///< a pointer whose accesses cannot be followed (in a reduction's operator, say); else unset
};

/// The inspector of `asked`, some of the function's pointers `all`.
ExtentInspector inspectExtents(const ir::Function &function, llvm::ArrayRef<ir::Value> all,
                               llvm::ArrayRef<ir::Value> asked);

/// Puts an inspector in front of the derivative. Its results replace the symbolic extents.
void addInspector(ir::Function &derivative, const ir::Function &inspector, llvm::ArrayRef<ir::Value> symbols);

/// After optimisation: takes the extents of all pointers but those in `kept` away again, so that no inspector runs for
/// them.
void dropPointerExtents(ir::Function &function, llvm::ArrayRef<ir::Value> pointers, const ir::ValueSet &kept);

} // namespace soac::ad
