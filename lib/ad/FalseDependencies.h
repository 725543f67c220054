// False dependencies of the arrays that a loop carries [SC22 §6.2].
//
// An array that the loop changes in place has none when no iteration overwrites what another has written (waw), and
// none overwrites what it or an earlier one has read before (war). Nothing is lost then: every iteration can be run
// again on the array as it is after the loop, which writes the same values again. The array needs neither checkpoint
// nor log. The same holds when every iteration overwrites the same elements before anything reads the array.
#pragma once

#include "diag/Diagnostic.h"
#include "ir/Function.h"

#include <llvm/ADT/ArrayRef.h>

namespace soac::ad {

/// Settles what the user claims of loops (`LoopAnnotations::noFalseDependencies`) in what is differentiated, in either
/// mode: a claim that is disproved is reported, and one that is neither proven nor disproved gets an inspector and a
/// check before the loop. The loop keeps the mark. True when there was one to settle.
bool settleClaims(ir::Function &function, diag::Engine &engine);

/// For a block that is about to be differentiated for the adjoint: arrays of the outermost loops, except those that
/// come from `pointers`, are marked where it is proven. In inner loops a log costs less: there the array would be
/// copied at each entry of the loop. Marks that are there stay. The loop in the adjoint has the marks no more: a log,
/// or strips, may have taken away what they rest on.
void markWithoutFalseDependencies(ir::Block &block, ir::ValueTable &values, llvm::ArrayRef<ir::Value> pointers);

/// Takes the marks of all loops away: of those that no adjoint is made of any more.
void dropMarks(ir::Block &block);

} // namespace soac::ad
