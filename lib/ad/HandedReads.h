// Numbers that iterations of a nest read beside its loops, kept where these can take their entries from the log around
// then.
//
//   loop n, (a) |p, a0| { x = index a0[p, p];  c = .. x ..
//                         a1 = loop m, (a0) |k, b| { .. update b[k, p] = c * b[k, p] .. }  yield a1 }
//
// As x is overwritten by the loop, the return sweep would undo the iteration for it, and run it again with a log for
// what the loop overwrites. With x kept, one number for many entries of the log, the loop finds its entries in the log
// around, the last first (ops/rules/HandedLog.h): rotations, reflections and eliminations whose factors are read in
// front of the loop over a row.
#pragma once

#include "analysis/DefUse.h"

namespace soac::ad {

/// Notes such numbers in a block that is about to be differentiated for the adjoint. `front` has the definitions in
/// front of it.
void markHandedReads(ir::Block &block, ir::ValueTable &values, const analysis::Definitions &definitions,
                     const analysis::DefUse &front);

} // namespace soac::ad
