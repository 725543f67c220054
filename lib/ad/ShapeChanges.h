// Arrays that a loop carries and whose shape an iteration may change: their checkpoints are not rows of one array.
//   |i, x| { y = concat x, x  yield y }  changes the shape of x;  |i, x| { y = update x[i] = 0.0  yield y }  keeps it
#pragma once

#include "ir/Function.h"

namespace soac::ad {

/// Notes in every loop of a function that is about to be differentiated which carried arrays may change their shape
/// (`LoopAnnotations::shapeChanges`).
void noteShapeChanges(ir::Differentiate &op, ir::Function &function);

} // namespace soac::ad
