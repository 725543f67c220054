// Which elements a function touches behind its raw pointers, as far as that follows from the counters of its loops and
// its scalar parameters: for `for (i < n) y[i] += a * x[i * lda]` the elements y[0 + i * 1] and x[0 + i * lda], i < n.
//
// Only certain accesses are described: an access whose index, loop or condition depends on data counts as one of the
// pointer's first element and is marked as partial. So where described elements of two pointers meet, both are used on
// the same memory.
#pragma once

#include "interface/Interface.h"

namespace soac::ad {

/// The accesses through each of the pointers. Their counts, steps and first elements become results of the function,
/// which also gets the statements that compute these.
std::vector<std::vector<interface::PointerAccess>> addPointerAccesses(ir::Function &function,
                                                               llvm::ArrayRef<ir::Value> pointers);

} // namespace soac::ad
