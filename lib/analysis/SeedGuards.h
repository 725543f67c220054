// Functions whose seeds need no guards (Note [Strong zeros] in prims/Prims.def) unless a result is not a number.
// Without its guard a product of seeds is what it is with it, but for the sign of a zero, or NaN; sums, products and
// functions of a NaN are NaN, down to the results.
//   %t = seed_mul %d, %x;  %r = add %t, %y  return %r       computed without, %r is not NaN: it is what it is with the
//   guard %c = lt %t, 1.0;  if %c { .. }                          may go another way, and not show
#pragma once

#include "ir/Walk.h"

#include <map>
#include <optional>

namespace soac::analysis {

struct SeedGuards {
  std::size_t count = 0; ///< of products and quotients that have one
  ir::ValueSet reached;  ///< what may be NaN without them
  /// While loops that go on as long as numbers compare that may be NaN, and end with the first NaN: behind them these
  /// are to be looked at, the numbers that the loop carries, by position.
  std::map<const ir::Statement *, llvm::SmallVector<std::size_t, 4>> ends;
  /// Branches around loops: in front of them these are to be looked at, the numbers that are compared.
  std::map<const ir::Statement *, ir::Values> choices;
};

/// None where a NaN may change what is done, or be lost.
std::optional<SeedGuards> dispensableGuards(const ir::Function &function);

} // namespace soac::analysis
