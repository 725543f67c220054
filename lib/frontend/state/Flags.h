// Jumps set flags: slots that say whether control has left the sequence being lowered.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

unsigned newFlag(Lowering &l, llvm::StringRef name);
void setFlag(Lowering &l, unsigned flag, bool value);
std::optional<bool> knownFlag(Lowering &l, unsigned flag);
/// The flags that code at this point can have set in the innermost loop's body, or in the function outside of loops.
llvm::SmallVector<unsigned, 4> flagsHere(Lowering &l);
/// Whether control has left the sequence being lowered: known, or a bool value.
struct Jumped {
  std::optional<bool> known;
  ir::Value value;
};
Jumped jumped(Lowering &l);

} // namespace soac::frontend
