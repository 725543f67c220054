// All decisions about a lowered function that are made before it is printed.
#pragma once

#include "interface/Interface.h"
#include "schedule/Inlining.h"
#include "schedule/Levels.h"

namespace soac::schedule {

/// What a function is scheduled for. `Device`: its arrays are in the memory of a device, and kernels compute them.
/// `Thread`: a thread of a kernel calls it.
enum class Target : std::uint8_t { Host, Device, Thread };

struct Schedule {
  /// `function` is lowered (Lower.h), has the parameters and results that `face` refers to, and outlives the schedule. Its
  /// first `entryStatements` compute the values that the arguments' memory is compared with. `isOutermost`: see
  /// Definitions.h.
  Schedule(const interface::CxxFunction &face, const ir::Function &function, std::size_t entryStatements = 0,
           bool isOutermost = true, Target target = Target::Host);
  Schedule(const Schedule &) = delete;

  const ir::Function &function;
  const bool isOutermost; ///< otherwise the function may run on any thread
  Uses uses;
  Shapes shapes;
  MemoryPlan plan;
  FreeLoops free;
  Levels levels;
  Inlining inlining;
  exec::Tree tree;
  std::string refusal; ///< why the target cannot run the function; empty where it can
  ir::Value unfitReduction; ///< the first result of a reduction that no kernel can run as it is; unset where there is none
};

} // namespace soac::schedule
