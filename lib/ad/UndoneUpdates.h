// In-place updates that are undone before anything has needed them.
//
// The return sweep gives every array back the contents that it had before an in-place statement, Note [Restored arrays]:
//   a = S(x);  ..  x' = undo(a, log)
// x' has the contents of x. Where nothing between the two statements reads `a`, as where S is linear or was the last
// statement of the forward sweep, S, its log and the undoing are needless: x' is x. Many of the updates that redundant
// execution runs again are such last updates of a scope, which no later statement of the scope has read.
//
// Where a statement reads `a`, S changes x in place, and x is gone: x' stays. All updates are taken for needless at
// first; those whose `a` is live nevertheless are taken out, until none is [the greatest fixed point: an update may be
// needed by another one that is undone].
#pragma once

#include "ir/Walk.h"

namespace soac::ad {

struct UndoneUpdate {
  ir::Value before;   ///< x
  ir::Value changed;  ///< a
  ir::Value restored; ///< x'
  ir::Values limits;  ///< how long the log may become, where that is checked
};

/// Replaces x' by x for every needless update. Removes the checks of the length of its log, and then the dead code,
/// since a derivative that is differentiated again must have none. Returns what has been replaced by what. Extents are
/// read from the arrays in front of the updates, and from those in `shapes` in the place of others.
ir::ValueMap dropUndone(ir::Block &block, ir::ValueTable &values, llvm::ArrayRef<UndoneUpdate> undone,
                        const ir::ValueMap &shapes = ir::ValueMap());

} // namespace soac::ad
