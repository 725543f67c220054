// In-place updates that are undone before anything has needed them.
//
// The return sweep gives every array back the contents that it had before an in-place statement, Note [Restored arrays]:
//   a = S(x);  ..  x' = undo(a, log)
// x' has the contents of x. Where nothing between the two reads `a`, as where S is linear or was the last of the forward
// sweep, neither S nor its log nor the undoing is for anything: x' is x. The last updates of a scope, which no later
// statement of it has read, are many of those that redundant execution runs again.
//
// Where something needs `a`, S changes x in place, and x is gone: x' stays. All are taken for needless at first; those that
// are needed nevertheless are found, until none is [the greatest fixed point: an update may be needed by one that is undone].
#pragma once

#include "ir/Function.h"

namespace soac::ad {

struct UndoneUpdate {
  ir::Value before;   ///< x
  ir::Value changed;  ///< a
  ir::Value restored; ///< x'
  ir::Value limit;    ///< how long the log may become; unset: nothing is checked
};

/// Takes x for every x' of a needless update. Leaves out what checks the length of its log, and what nobody uses then: a
/// derivative that is differentiated again has no dead code.
void dropUndone(ir::Block &block, ir::ValueTable &values, llvm::ArrayRef<UndoneUpdate> undone);

} // namespace soac::ad
