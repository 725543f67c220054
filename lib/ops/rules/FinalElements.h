// Statements that say, behind a number, that an element of an array still holds it when the loop that changes the array
// has ended (analysis/FinalElements.h). They have no results, and are gone when the adjoint is complete
// (ad/FinalElements.h).
//
//   a mark:       "x is element [k, k] of carried value 0 of the loop that %k counts"
//                 in the loop that is differentiated
//   an equality:  "x = s", where s reads the element of the array that the loop has left behind
//                 in the loop that the return sweep runs again
#pragma once

#include "ir/Builder.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace soac::ops {

ir::Statement finalElementMark(ir::Value number, ir::Value counter, std::size_t position,
                               llvm::ArrayRef<ir::Value> indices, ir::ValueTable &values, ir::SourceLocation location);
bool isFinalElementMark(const ir::Statement &s);

/// Makes equalities of the marks in `loop` that are about its carried values; `last` gives the array after the loop by
/// its number, or none.
void readFinalElements(ir::Loop &loop, llvm::function_ref<ir::Value(std::size_t)> last, ir::ValueTable &values);

/// x and s of an equality; none for other statements.
struct EqualNumbers {
  ir::Value number, read;
};
std::optional<EqualNumbers> equalNumbers(const ir::Statement &s);

} // namespace soac::ops
