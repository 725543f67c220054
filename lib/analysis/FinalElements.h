// Numbers that elements of an array still hold when the loop that changes it has ended.
//
//   loop n, (a) |k, a0| {
//     x = index a0[k, k]                        final: no iteration overwrites it from then on
//     a1 = loop n - k - 1, (a0) |i, a2| {
//       y = index a2[k + i + 1, k]              not final: the same iteration overwrites it
//       z = div y, x                            final: the element that it is written to keeps it
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
