// Loops whose iterations do not depend on each other through memory: the compiler need not test at run time whether arrays
// overlap before it puts iterations into vector lanes.
//   loop n, (a) |i, p| { p[i] = 2 * p[i] }  is independent;  loop n, (a) |i, p| { p[i+1] = p[i] }  is not
//   loop n, (a) |i, p| { p[i] = p[n + i] }  is independent, too
#pragma once

#include "schedule/MemoryPlan.h"

namespace soac::schedule {

/// Of the iterations of a loop; where they depend on each other, or nothing is known, the reason.
enum class Independence : std::uint8_t {
  Unasked,       ///< no loop
  Elements,      ///< every element that an iteration writes is read and written by no other iteration
  Interleaved,   ///< the same, and an iteration has several elements of an array that lie between those of other iterations
  NotCounted,    ///< data says when the loop ends
  CarriesArray,  ///< an array that the loop carries is not updated in its place
  CarriesNumber, ///< an iteration needs a number of the one before, or adds to one and does nothing else
  OtherWork,     ///< an iteration does more than arithmetic on elements: loops, calls, checks, whole arrays
  WritesNothing, ///< and so gains nothing from it
  MayMeet,       ///< an iteration may write an element that another one reads or writes
};

constexpr bool isIndependent(Independence i) { return i == Independence::Elements || i == Independence::Interleaved; }

Independence independenceOf(const ir::Statement &loop, const ir::Function &function, const Uses &uses, const MemoryPlan &plan);

/// Does each iteration of a map or reduction add to elements that no other one adds to, and do nothing else but arithmetic?
bool addsToOwnElements(const ir::Block &fn, const ir::Function &function, const Uses &uses, const MemoryPlan &plan);

} // namespace soac::schedule
