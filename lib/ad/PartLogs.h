// Logs of a part of the updates of an array, of a loop whose adjoint needs nothing that the others overwrite.
//
//   loop n |k, a| { p = the row of the greatest a[i, k]
//                   a[k, ..], a[p, ..] = a[p, ..], a[k, ..]            logged
//                   loop .. a[i, k] = a[i, k] / a[k, k]
//                     loop .. a[i, j] = a[i, j] - a[i, k] * a[k, j] }  not logged
// The adjoint of LU with pivots needs the pivot, its row and the factors of each step. No elimination overwrites them
// later, but exchanges move them. The return sweep undoes the exchanges alone: of each element whose next update, if
// there is one, is logged, the array then holds what it held at this point. It reads what it needs where the step has
// ended; behind the return sweep of the step its exchange is undone. What the other elements hold is lost. Numbers that
// the step makes of these are kept where they are few (ops/rules/KeptNumbers.h): p, or factors that are not stored. An
// adjoint in which something else is left that needs lost contents is made again with a log of everything.
#pragma once

#include "analysis/DefUse.h"

namespace soac::ad {

/// Chooses such updates in a block that is about to be differentiated for the adjoint: notes the arrays
/// (`LoopAnnotations::partLogged`) and the updates, and marks the numbers that are read and those that are kept. Not
/// for arrays that come from `pointers`. False where there are none. `front` has the definitions in front of the block.
bool markPartLogs(ir::Block &block, ir::ValueTable &values, llvm::ArrayRef<ir::Value> pointers,
                  const analysis::DefUse &front);

} // namespace soac::ad
