// All that is decided of a lowered function before it is printed.
#pragma once

#include "interface/Interface.h"
#include "schedule/Inlining.h"
#include "schedule/Levels.h"

namespace soac::schedule {

struct Schedule {
  /// `function` is lowered (Lower.h), has the parameters and results that `face` speaks of, and outlives the schedule. Its
  /// first `entryStatements` compute what the arguments' memory is compared with. `isOutermost`: see Definitions.h.
  Schedule(const interface::CxxFunction &face, const ir::Function &function, std::size_t entryStatements = 0,
           bool isOutermost = true);
  Schedule(const Schedule &) = delete;

  const ir::Function &function;
  const bool isOutermost; ///< else it may run on any thread
  Uses uses;
  Shapes shapes;
  MemoryPlan plan;
  Levels levels;
  Inlining inlining;
  exec::Tree tree;
};

} // namespace soac::schedule
