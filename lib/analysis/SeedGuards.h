// Functions whose seeds need no guards (Note [Strong zeros] in prims/Prims.def) unless a result is not a number.
// Without its guard a product of seeds is what it is with it, but for the sign of a zero, or NaN; sums, products and
// functions of a NaN are NaN, down to the results.
//
//   %t = seed_mul %d, %x;  %r = add %t, %y;  return %r     if %r is no NaN without the guard, it is what it is with it
//   %c = lt %t, 1.0;  if %c { .. }                         a NaN goes another way, and may not show
#pragma once

#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/DenseMap.h>

#include <optional>

namespace soac::analysis {

/// A product or quotient that is zero where its seed is.
bool hasGuard(prims::Prim p);

struct SeedGuards {
  std::size_t count = 0; ///< of products and quotients that have one
  ir::ValueSet reached;  ///< what may be NaN without them
  /// While loops that go on as long as numbers compare that may be NaN, and end with the first NaN: behind them these
  /// are to be looked at, the numbers that the loop carries, by position.
  llvm::DenseMap<const ir::Statement *, llvm::SmallVector<std::size_t, 4>> ends;
  /// Branches around loops: in front of them these are to be looked at, the numbers that are compared.
  llvm::DenseMap<const ir::Statement *, ir::Values> choices;
};

/// None where a NaN may change what is done, or be lost.
std::optional<SeedGuards> dispensableGuards(const ir::Function &function);

} // namespace soac::analysis
