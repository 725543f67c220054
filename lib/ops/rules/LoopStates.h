// How the return sweep of a loop gets at the values that the loop carried at the entry of each iteration.
//
//   checkpointed  the forward sweep stores the values of every iteration; arrays that it changes in place are undone by
//                 their logs instead [SC22 §4.2]
//   revolved      the forward sweep stores the values of n iterations, and the return sweep runs parts of the loop again
//                 from these snapshots, by the binomial schedule [GW08 ch. 12]
#pragma once

#include "ir/Walk.h"
#include "ops/rules/Rule.h"

#include <memory>

namespace soac::ops {

class LoopStates {
public:
  virtual ~LoopStates() = default;
  /// The values that the return loop carries for it.
  virtual ir::Values inits(Adjoints &adjoints) = 0;
  /// The carried values of the primal loop at the entry of iteration `i`: distinct fresh values. `own` is what `inits`
  /// began. Iterations are asked for from the last to the first.
  virtual ir::Values enter(ir::Value i, llvm::ArrayRef<ir::Value> own, Adjoints &adjoints) = 0;
  /// The next values of the return loop, after both sweeps of the iteration that `enter` gave `values` of.
  virtual ir::Values leave(ir::Value i, llvm::ArrayRef<ir::Value> values, Adjoints &adjoints) = 0;
  /// After the return loop, with its results.
  virtual void finish(llvm::ArrayRef<ir::Value> own, Adjoints &adjoints) = 0;
  /// Instead of the return loop, where no derivative reaches it.
  virtual void pass(Adjoints &adjoints) = 0;
};

/// Appends the forward sweep of a counted loop; `forward` is the statement that is run, without additions to
/// accumulators.
std::shared_ptr<LoopStates> checkpointed(const ir::Statement &primal, Adjoints &adjoints);
std::shared_ptr<LoopStates> revolved(const ir::Statement &primal, Adjoints &adjoints);

/// A loop without a trip count gets one from an inspector: the loop itself with a counter, of which dead code
/// elimination leaves the slice that steers it [SC22 §6.2]. Appends the inspector and the check of the bound.
ir::Loop withTripCount(const ir::Loop &loop, const ir::Statement &statement, ir::Builder &b);

/// Drops the additions of the block, at any depth, to these.
void dropAccumulates(ir::Block &block, const ir::ValueSet &accumulators);

} // namespace soac::ops
