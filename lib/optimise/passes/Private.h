// The pass `private` on one of several functions that call each other.
#pragma once

#include "analysis/OverwrittenFirst.h"

namespace soac::optimise {

/// `calls` are those of the function that has the table of definitions.
void ownScratch(ir::Function &function, const analysis::OverwritingCalls &calls);

} // namespace soac::optimise
