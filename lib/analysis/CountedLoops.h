// While loops to counted ones, which the pipelines run as a pass, and the frontend where it looks for races.
#pragma once

#include "ir/Function.h"

namespace soac::analysis {

/// Gives every while loop whose trips can be counted at entry the counted form (CountedForm.h), inner loops first; what
/// is known after a loop is computed in front of it. Loops with a bound stay as they are: it is checked trip by trip.
ir::Function countLoops(ir::Function function);

/// The same of the loops in a block. Nothing is known of values from outside.
void countLoops(ir::Block &block, ir::ValueTable &values);

} // namespace soac::analysis
