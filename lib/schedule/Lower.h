// Rewrites what has no skeleton of its own into loops, so that the memory plan and the emitter see fewer kinds.
//
// Afterwards: the reductions of every `MapReduce` are on scalars; there is no `Reduce`; each `Scan` and `ReduceByIndex` can
// run on threads: it is outside of maps, on scalars, and its operator a mere expression; loops carry no annotations;
// arrays of which elements alone are read, and which say where these are, are not stored (Delayed.h); nothing is left that
// nobody needs (Prune.h).
#pragma once

#include "ir/Function.h"

namespace soac::schedule {

/// `isOutermost`: it does not run inside of a map (Definitions.h).
ir::Function lower(ir::Function function, bool isOutermost = true);

} // namespace soac::schedule
