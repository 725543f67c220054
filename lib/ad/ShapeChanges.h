// Arrays that a loop carries and that have another shape after an iteration: their checkpoints are not rows of one array.
#pragma once

#include "ir/Function.h"

namespace soac::ad {

/// Notes in every loop of a function that is about to be differentiated which carried arrays may change their shape
/// (`LoopAnnotations::shapeChanges`).
void noteShapeChanges(ir::Differentiate &op, ir::Function &function);

} // namespace soac::ad
