// Rows of arrays that iterations read over and over, copied to arrays of the iterations' own (PlainLoops.h):
//
//   |i| { loop m |c| { loop n |j| { .. x[i, j] .. } } }
//   ->   |i| { row = loop n |j| { x[i, j] };  loop m |c| { loop n |j| { .. row[j] .. } } }
//
// In lanes the copies of a block lie side by side, while the rows are far from each other. x[n * i + j] is such an element, too, where
// j < n is known, and where a loop reads the whole row: then all of it is there. Loops that iterations go through by themselves read
// the row where it is.
#pragma once

#include "optimise/passes/LaneValues.h"

#include "analysis/DefUse.h"

namespace soac::optimise {

/// Makes the copies in the body; the counts of loops that must have trips, or else the rows need not be there. `around`: of values from
/// outside.
ir::Values packRows(ir::Block &plain, const LaneValues &kinds, const analysis::DefUse &around, ir::ValueTable &values);

} // namespace soac::optimise
