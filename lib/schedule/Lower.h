// Rewrites what has no skeleton of its own into loops, so that the memory plan and the emitter see fewer kinds.
//
// Afterwards: every `MapReduce` has exactly one reduction, with a recognised operator on scalars; there is no `Reduce`,
// `Scan` or `ReduceByIndex`; loops carry no annotations.
#pragma once

#include "ir/Function.h"

namespace soac::schedule {

ir::Function lower(ir::Function function);

} // namespace soac::schedule
