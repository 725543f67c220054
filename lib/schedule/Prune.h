// Takes away what nobody needs, so that no unused variable is written: statements, results of maps and conditionals, and
// what loops carry for themselves only. Checks stay.
#pragma once

#include "ir/Function.h"

namespace soac::schedule {

void prune(ir::Function &function);

} // namespace soac::schedule
