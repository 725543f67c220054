// Checkpoints of an array whose shape changes from iteration to iteration of a loop.
//
// The states lie one after another in one array, whose length an inspector finds: the loop itself, reduced by dead code
// elimination to the slice that determines the shapes. The extents of the states are stored per iteration; the
// beginning of a state follows from these, since the return sweep takes the states from the last to the first:
//   extents 1, 2, 4:  store = [x0 | x1 x1 | x2 x2 x2 x2], the state that ends at 7 begins at 7 - 4
#pragma once

#include "ops/rules/Rule.h"

namespace soac::ops {

ir::Value product(llvm::ArrayRef<ir::Value> extents, ir::Builder &b);

/// The sum or the maximum of `start` and the sizes (numbers of elements) that a carried array has at the entries of a
/// loop's iterations, and whether another run of the loop gives the same number.
struct InspectedSizes {
  ir::Value all;
  bool isExact;
};
/// Appends the inspector of the sizes of carried value `k` of the counted loop `primal`; `combine` is Add or Max.
InspectedSizes inspectSizes(std::size_t k, const ir::Statement &primal, ir::Value start, ir::Prim combine,
                            Adjoints &adjoints);

class RaggedCheckpoint {
public:
  /// For carried value `k` of the counted loop `primal`. Adds carried values to `made`, the loop that is to run, and
  /// their statements to `entry`, the beginning of its body; the inspector goes in front of the loop.
  RaggedCheckpoint(std::size_t k, const ir::Statement &primal, ir::Statement &made, ir::Builder &entry,
                   Adjoints &adjoints);

  /// The number of elements in all states.
  ir::Value length() const { return end; }
  /// The state of iteration `i`, which ends at element `stop`.
  struct State {
    ir::Value value, start;
  };
  State read(ir::Value i, ir::Value stop, ir::Builder &b) const;

private:
  ir::Value store, end;
  ir::Values extents; ///< one array per dimension
};

} // namespace soac::ops
