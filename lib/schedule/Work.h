// How much work an iteration is: a size expression that generated code computes before it decides about threads.
#pragma once

#include "schedule/Shapes.h"

namespace soac::schedule {

using exec::Work;

/// The work of one execution of `fn`, in sizes that are known outside of it.
Work workOf(const ir::Block &fn, const Uses &uses, const Shapes &shapes);

} // namespace soac::schedule
