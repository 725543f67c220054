// Integers and truth values that the forward sweep of a loop keeps for each iteration, since what they follow from is
// overwritten, and no log has it (ad/PartLogs.h).
//
//   loop n, (a) |k, a0| {                 p_kept = fill 0, [n]
//     p = .. of a0 ..                     .. in the forward sweep:   p_kept[k] = p
//     a1 = .. a0[p] ..  yield a1 }        .. in the return sweep:    p = p_kept[k]
#pragma once

#include "ir/Builder.h"

namespace soac::ops {

/// A note in the body of the loop that `counter` counts: `decision` is to be kept.
ir::Statement decisionMark(ir::Value decision, ir::Value counter, ir::ValueTable &values, ir::SourceLocation location);
bool isDecisionMark(const ir::Statement &s);

class KeptDecisions {
public:
  KeptDecisions() = default;
  /// Those that notes in the loop's body are about.
  explicit KeptDecisions(const ir::Loop &loop);
  /// Makes the loop store them, in arrays that become its last results.
  void store(ir::Statement &loop, ir::Builder &b);
  /// Makes the loop read them, for the return sweep.
  void read(ir::Loop &loop, ir::ValueTable &values) const;

private:
  ir::Values decisions, kept; ///< values of the loop's body, and for each the array behind the loop that stores
};

} // namespace soac::ops
