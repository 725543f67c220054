// Numbers that elements of an array still hold when the loop that changes it has ended.
//
//   loop n, (a) |k, a0| {                          x is final: a[k, k] is read, and no iteration overwrites it from
//   then on;
//     x = index a0[k, k]                           y is not: the same iteration overwrites what it reads;
//     a1 = loop n - k - 1, (a0) |i, a2| {          z is final: the element that it is written to keeps it
//       y = index a2[k + i + 1, k];  z = div y, x
//       a3 = update a2[k + i + 1, k] = z  yield a3 }
//     yield a1 }
#pragma once

#include "analysis/DefUse.h"

namespace soac::analysis {

/// A number, as the array holds it in the end.
struct FinalElement {
  ir::Value number;   ///< a scalar
  ir::Values indices; ///< of the element; values that are known where the number is computed, or a few lines below
};

/// Those of the array that a counted loop carries as number `position`. Known where updates alone change the array, all
/// in loops and branches, and where the loop's indices are sums of counters and numbers from outside. `definitions` are
/// those of the whole function.
std::vector<FinalElement> finalElements(const ir::Loop &loop, std::size_t position, const ir::ValueTable &values,
                                        const DefUse &definitions);

} // namespace soac::analysis
