// Checkpoints of an array whose shape changes from iteration to iteration of a loop.
//
// The states lie one after another in one array, whose length an inspector finds: the loop itself, of which dead code
// elimination leaves the slice that determines the shapes. Their extents are stored per iteration; where a state begins
// follows from these, since the return sweep takes the states from the last to the first.
#pragma once

#include "ops/rules/Rule.h"

namespace soac::ops {

ir::Value product(llvm::ArrayRef<ir::Value> extents, ir::Builder &b);

/// The sizes (numbers of elements) that a carried array has at the entries of a loop's iterations, added up or the largest
/// of them, beginning with `start`; whether another run gives the same.
struct InspectedSizes {
  ir::Value all;
  bool isExact;
};
/// Appends the inspector that finds them for carried value `k` of the counted loop `primal`; `combine` is Add or Max.
InspectedSizes inspectSizes(std::size_t k, const ir::Statement &primal, ir::Value start, ir::Prim combine,
                            Adjoints &adjoints);

class RaggedCheckpoint {
public:
  /// Of carried value `k` of the counted loop `primal`. `made` is the loop that is to run, to which this adds carried
  /// values, with `entry` at the beginning of its body; the inspector goes in front of it.
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
