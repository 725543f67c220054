// Which elements a function touches behind its raw pointers, as far as that follows from the counters of its loops and
// its scalar parameters: for `for (i < n) y[i] += a * x[i * lda]` the elements 0 + i * 1, i < n, and 0 + i * lda, i <
// n.
//
// Certain accesses alone are listed: one whose index, loop or condition depends on data counts as one of the pointer's
// first element, which is marked as partial. So two pointers whose elements meet are used on the same memory.
#pragma once

#include "interface/Interface.h"

namespace soac::ad {

/// The accesses through each of the pointers. Adds their numbers to the function's results, and what these are made of
/// to its statements.
std::vector<std::vector<interface::PointerAccess>> addPointerAccesses(ir::Function &function,
                                                               llvm::ArrayRef<ir::Value> pointers);

} // namespace soac::ad
