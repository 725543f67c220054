// Loops whose iterations do not depend on each other through memory: the compiler need not measure whether arrays overlap
// before it puts iterations into vector lanes.
#pragma once

#include "schedule/MemoryPlan.h"

namespace soac::schedule {

/// True when every element that an iteration of the loop `s` writes is read and written by no other iteration. Loops
/// with others inside, or that carry scalars other than sums, are not looked at.
bool isIndependent(const ir::Statement &s, const ir::Function &function, const Uses &uses, const MemoryPlan &plan);

} // namespace soac::schedule
