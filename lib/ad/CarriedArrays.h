// What is to be known of the arrays that a loop carries before it is differentiated.
//
// Arrays whose shape an iteration may change: their checkpoints are not rows of one array.
//   |i, x| { y = concat x, x  yield y }  changes the shape of x;  |i, x| { y = update x[i] = 0.0  yield y }  keeps it
//
// Arrays that each iteration overwrites several times over: a copy is a smaller checkpoint than a log of what is overwritten.
//   loop s, (y) |t, y| { loop n |i, y| { .. y[i] = .. }  loop n |i, y| { .. y[i] = .. } }     y has n elements: twice
// A loop over what is behind an outer counter, n - i trips, counts as one over all.
#pragma once

#include "ir/Function.h"

namespace soac::ad {

/// Notes in every loop of a function that is about to be differentiated which carried arrays may change their shape
/// (`LoopAnnotations::shapeChanges`), and which are overwritten in each iteration at least twice as often as they have elements
/// (`LoopAnnotations::rewritten`), or in all iterations at least as often (`LoopAnnotations::overwritten`).
void noteCarriedArrays(ir::Differentiate &op, ir::Function &function);

} // namespace soac::ad
