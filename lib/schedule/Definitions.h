// The definitions of a function, lowered, with where they run.
#pragma once

#include "interface/Interface.h"

#include <vector>

namespace soac::schedule {

struct Definition {
  interface::CxxFunction face; ///< with the lowered function
  /// No map or operator invokes it, itself or through others: its own maps may run on threads. Any other runs on one
  /// thread, and no exception leaves it.
  bool isOutermost = true;
};

/// By number. A definition that is invoked once in a map is not outermost anywhere.
std::vector<Definition> definitionsOf(const ir::Function &function);

} // namespace soac::schedule
