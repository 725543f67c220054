// The definitions of a function, lowered, and whether they may use threads.
#pragma once

#include "interface/Interface.h"

#include <vector>

namespace soac::schedule {

struct Definition {
  interface::CxxFunction face; ///< with the lowered function
  /// No map or operator invokes it, directly or through other definitions: its own maps may run on threads. Any other
  /// definition runs on one thread, and no exception leaves it.
  bool isOutermost = true;
};

/// The definitions by number. A definition that any map invokes is not outermost for any caller.
std::vector<Definition> definitionsOf(const ir::Function &function);

} // namespace soac::schedule
