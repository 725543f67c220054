// Turns while loops into counted loops: a pass of the pipelines; the frontend uses it where it looks for races.
#pragma once

#include "ir/Function.h"

namespace soac::analysis {

/// Gives every while loop whose trips can be counted at entry the counted form (CountedForm.h), inner loops first;
/// results of a loop that have a closed form are computed in front of it. Loops with a bound stay: the bound is checked
/// trip by trip.
ir::Function countLoops(ir::Function function);

/// The same for the loops in a block. Nothing is known about values defined outside it.
void countLoops(ir::Block &block, ir::ValueTable &values);

} // namespace soac::analysis
