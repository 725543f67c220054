// All that is decided of a lowered function before it is printed.
#pragma once

#include "interface/Interface.h"
#include "schedule/Inlining.h"
#include "schedule/Levels.h"

namespace soac::schedule {

struct Schedule {
  /// `function` is lowered (Lower.h), has the parameters and results that `face` speaks of, and outlives the schedule. Its
  /// first `entryStatements` compute what the arguments' memory is compared with.
  Schedule(const interface::CxxFunction &face, const ir::Function &function, std::size_t entryStatements = 0);
  Schedule(const Schedule &) = delete;

  const ir::Function &function;
  Uses uses;
  Shapes shapes;
  MemoryPlan plan;
  Levels levels;
  Inlining inlining;
  exec::Tree tree;
};

} // namespace soac::schedule
