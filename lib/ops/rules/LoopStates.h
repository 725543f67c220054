// How the return sweep of a loop gets the values that the loop carried at the entry of each iteration.
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
  /// The loop whose iterations the return sweep runs again: `loop`, which reads the numbers that the forward sweep has
  /// kept (ops/rules/KeptNumbers.h).
  virtual ir::Loop again(const ir::Loop &loop, Adjoints &) { return loop; }
  /// Initial values of the further values that the return loop carries for the states.
  virtual ir::Values inits(Adjoints &adjoints) = 0;
  /// The carried values of the primal loop at the entry of iteration `i`: distinct fresh values. `own` are the carried
  /// values that `inits` began. Iterations are entered from the last to the first.
  virtual ir::Values enter(ir::Value i, llvm::ArrayRef<ir::Value> own, Adjoints &adjoints) = 0;
  /// Then, for each carried value, what is known of how the iteration changes it in place. Empty where nothing is.
  virtual std::vector<Adjoints::InPlaceChange> changes() const { return {}; }
  /// The new `own`, after both sweeps of the iteration for which `enter` gave `values`.
  virtual ir::Values leave(ir::Value i, llvm::ArrayRef<ir::Value> values, Adjoints &adjoints) = 0;
  /// Called after the return loop, with the last `own`.
  virtual void finish(llvm::ArrayRef<ir::Value> own, Adjoints &adjoints) = 0;
  /// Called instead of the return loop where no derivative reaches the loop.
  virtual void pass(Adjoints &adjoints) = 0;
};

/// Appends the forward sweep of a counted loop; `primal` is the statement that it runs, without additions to
/// accumulators.
std::shared_ptr<LoopStates> checkpointed(const ir::Statement &primal, Adjoints &adjoints);
std::shared_ptr<LoopStates> revolved(const ir::Statement &primal, Adjoints &adjoints);

/// A loop without a trip count gets one from an inspector: the loop itself with a counter, reduced by dead code
/// elimination to the slice that steers the loop [SC22 §6.2]. Appends the inspector and the check of the bound:
///   r = while c(x), (x) { .. }   becomes   n = the trips of the inspector;  check n <= bound;  r = loop n, (x) { .. }
ir::Loop withTripCount(const ir::Loop &loop, const ir::Statement &statement, ir::Builder &b);

/// Drops the additions to `accumulators` in the block, at any depth.
void dropAccumulates(ir::Block &block, const ir::ValueSet &accumulators);

} // namespace soac::ops
