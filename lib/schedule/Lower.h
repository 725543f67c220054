// Rewrites statements without a skeleton of the runtime into loops, so that the memory plan and the emitter see fewer
// kinds of statements:
//   r = reduce n, (a), (0.0) |x, y| { add x, y }   ->   r = map_reduce n, (a) |i, e| { e }, (0.0) |x, y| { add x, y }
//
// Afterwards: the reductions of every `MapReduce` are on scalars; there is no `Reduce`; each `Scan` and `ReduceByIndex` can
// run on threads: it is outside of maps, on scalars, and its operator a mere expression; loops carry no annotations;
// arrays of which only elements are read, and whose elements follow from their index, are not stored (Delayed.h); unused
// values are removed (Prune.h).
#pragma once

#include "ir/Function.h"

namespace soac::schedule {

/// `isOutermost`: the function does not run inside of a map (Definitions.h).
ir::Function lower(ir::Function function, bool isOutermost = true);

} // namespace soac::schedule
