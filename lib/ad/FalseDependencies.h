// False dependencies of the arrays that a loop carries [SC22 §6.2].
//
// An array that the loop changes in place has none when no iteration overwrites an element that another has written
// (waw), and none overwrites an element that it or an earlier one has read before (war):
//   a[i] = 2 * a[i - 1]  has none;  a[i] = 2 * a[i + 1]  overwrites in iteration i + 1 what iteration i has read
// Nothing is lost then: every iteration can be run again on the array as it is after the loop, and writes the same
// values again. The array needs neither checkpoint nor log. The same holds when every iteration overwrites the same
// elements before anything reads the array.
#pragma once

#include "analysis/DefUse.h"
#include "diag/Diagnostic.h"
#include "ir/Function.h"

#include <llvm/ADT/ArrayRef.h>

namespace soac::ad {

/// Settles the user's claims about loops (`LoopAnnotations::noFalseDependencies`) in functions that are differentiated,
/// in either mode: a claim that is disproved is reported, and one that is neither proven nor disproved gets an
/// inspector and a check before the loop. The loop keeps the mark. True when there was a claim.
bool settleClaims(ir::Function &function, diag::Engine &engine);

/// For a block that is about to be differentiated for the adjoint: marks the arrays of the outermost loops that are
/// proven to have no false dependencies, except arrays that come from `pointers`. In inner loops a log costs less:
/// there the array would be copied at each entry of the loop. Existing marks stay. The loops of the adjoint have no
/// marks: logging or stripmining may have made a claim false.
void markWithoutFalseDependencies(ir::Block &block, ir::ValueTable &values, llvm::ArrayRef<ir::Value> pointers);

/// Is the array a parameter of the block, or made of one in place by updates, loops and reshapes, in a block with
/// pointers among its parameters? The result of a branch counts as such an array.
bool comesFromPointer(ir::Value v, const analysis::DefUse &block, llvm::ArrayRef<ir::Value> pointers);

/// Takes the marks of all loops away, once no further adjoint is made of them.
void dropMarks(ir::Block &block);

} // namespace soac::ad
