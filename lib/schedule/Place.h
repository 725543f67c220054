// Makes the execution tree of a function: where the memory plan's arrays are, and where the workspace is needed.
#pragma once

#include "exec/Tree.h"
#include "interface/Interface.h"
#include "schedule/Levels.h"

namespace soac::schedule {

/// `function` is lowered and has the parameters and results that `face` speaks of.
exec::Tree place(const interface::CxxFunction &face, const ir::Function &function, const Uses &uses, const Shapes &shapes,
                 const MemoryPlan &plan, const Levels &levels);

} // namespace soac::schedule
