// The work of an iteration: a size expression that generated code evaluates to decide whether to use threads.
#pragma once

#include "schedule/Shapes.h"

namespace soac::schedule {

using exec::Work;

/// The work of one execution of `fn`, as a function of sizes that are known outside of it.
Work workOf(const ir::Block &fn, const Uses &uses, const Shapes &shapes);

} // namespace soac::schedule
