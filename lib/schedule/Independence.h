// Loops whose iterations do not depend on each other through memory: the compiler need not test at run time whether arrays
// overlap before it puts iterations into vector lanes.
//   loop n, (a) |i, p| { p[i] = 2 * p[i] }  is independent;  loop n, (a) |i, p| { p[i+1] = p[i] }  is not
//   loop n, (a) |i, p| { p[i] = p[n + i] }  is independent, too
#pragma once

#include "schedule/MemoryPlan.h"

namespace soac::schedule {

/// True when every element that an iteration of the loop `s` writes is read and written by no other iteration. False for
/// loops that contain loops, or that carry scalars other than sums.
bool isIndependent(const ir::Statement &s, const ir::Function &function, const Uses &uses, const MemoryPlan &plan);

} // namespace soac::schedule
