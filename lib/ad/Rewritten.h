// Arrays that each iteration of a loop overwrites several times over. A copy of such an array is a smaller checkpoint than
// a log of what is overwritten.
//   loop s, (y) |t, y| { loop n |i, y| { .. y[i] = .. }  loop n |i, y| { .. y[i] = .. } }     y has n elements: twice
#pragma once

#include "ir/Function.h"

namespace soac::ad {

/// Notes in every loop of a function that is about to be differentiated which carried arrays are overwritten at least twice
/// as often in each iteration as they have elements (`LoopAnnotations::rewritten`).
void noteRewritten(ir::Differentiate &op, ir::Function &function);

} // namespace soac::ad
