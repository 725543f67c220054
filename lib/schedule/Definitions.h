// The definitions of a function, lowered, and whether they may use threads.
#pragma once

#include "schedule/Schedule.h"

#include <vector>

namespace soac::schedule {

struct Definition {
  interface::CxxFunction face; ///< with the lowered function
  /// No map or operator invokes it, directly or through other definitions: its own maps may run on threads. Any other
  /// definition runs on one thread, and no exception leaves it.
  bool isOutermost = true;
  bool takesMemory = true; ///< it needs the workspace
};

/// The definitions by number. A definition that any map invokes is not outermost for any caller. `target`: of the
/// function; on a device threads run the definitions, and no definition takes memory.
std::vector<Definition> definitionsOf(const ir::Function &function, Target target = Target::Host);
/// Says at each invocation in the function whether it takes memory.
void settleMemory(ir::Function &function, llvm::ArrayRef<Definition> definitions);

} // namespace soac::schedule
