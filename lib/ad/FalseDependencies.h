// False dependencies of the arrays that a loop carries [SC22 §6.2].
//
// An array that the loop changes in place has none when no iteration overwrites what another has written (waw), and none
// overwrites what it or an earlier one has read before (war). Nothing is lost then: every iteration can be run again on
// the array as it is after the loop, which writes the same values again. The array needs neither checkpoint nor log.
// The same holds when every iteration overwrites the same elements before anything reads the array.
#pragma once

#include "diag/Diagnostic.h"
#include "ir/Function.h"

#include <llvm/ADT/ArrayRef.h>

namespace soac::ad {

/// For a block that is about to be differentiated. What the user claims of a loop at any depth
/// (`LoopAnnotations::noFalseDependencies`) is kept where it is proven, reported where it is disproved, and else, for the
/// adjoint, checked at run time: an inspector before the loop runs the slice that computes its indices.
/// For the adjoint, arrays of the outermost loops, except those that come from `pointers`, are marked without a claim
/// where it is proven. In inner loops a log costs less: there the array would be copied at each entry of the loop.
/// The loop in the adjoint has the marks no more: a log, or strips, may have taken away what they rest on.
void settleFalseDependencies(ir::Block &block, ir::Function &function, ir::Mode mode,
                             llvm::ArrayRef<ir::Value> pointers, diag::Engine &engine);

} // namespace soac::ad
