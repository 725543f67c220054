// Loops whose iterations do not depend on each other through memory: the compiler need not test at run time whether arrays
// overlap before it puts iterations into vector lanes.
//   loop n, (a) |i, p| { p[i] = 2 * p[i] }  is independent;  loop n, (a) |i, p| { p[i+1] = p[i] }  is not
//   loop n, (a) |i, p| { p[i] = p[n + i] }  is independent, too
#pragma once

#include "schedule/MemoryPlan.h"

namespace soac::schedule {

enum class Independence : std::uint8_t {
  None,
  Elements,    ///< every element that an iteration writes is read and written by no other iteration
  Interleaved, ///< the same, and an iteration has several elements of an array that lie between those of other iterations
};

/// None of loops that contain loops, or that carry scalars other than sums.
Independence independenceOf(const ir::Statement &loop, const ir::Function &function, const Uses &uses, const MemoryPlan &plan);

} // namespace soac::schedule
