// Loops whose iterations may run at once, on the threads of a host or a device: what an iteration writes, no other one reads
// or writes, and where several add to one element, they do nothing else with that array.
//
//   loop n, (a) |i, p| { p[i] = 2 * p[i] }                        free
//   loop n |i| { loop m |j| { acc[i] += x[i, j] } }               free: row i of acc belongs to iteration i
//   loop n |i| { k = index keys[i];  acc[k] += x[i] }             free, with additions of several iterations to acc[k]
//   loop n, (a) |i, p| { p[i + 1] = p[i] }                        in order
#pragma once

#include "schedule/MemoryPlan.h"

namespace soac::schedule {

class FreeLoops {
public:
  FreeLoops(const ir::Function &function, const Uses &uses, const MemoryPlan &plan)
      : function(function), uses(uses), plan(plan) {}

  /// The accumulators to elements of which several iterations of the loop, map or map-reduction add; none where a loop's
  /// iterations are in order, and of a kernel where it is not known.
  const std::optional<ir::Values> &added(const ir::Statement &s) const;
  /// May the two arrays share memory?
  bool mayMeet(ir::Value a, ir::Value b) const { return a == b || plan.mayAlias(a, b); }

private:
  const ir::Function &function;
  const Uses &uses;
  const MemoryPlan &plan;
  mutable llvm::DenseMap<const ir::Statement *, std::optional<ir::Values>> known;
};

} // namespace soac::schedule
