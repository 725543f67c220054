// Removes dead values, so that no unused variable is written: statements, results of maps and conditionals, and carried
// values that only the next iteration's carried value uses. Checks stay.
#pragma once

#include "ir/Function.h"

namespace soac::schedule {

void prune(ir::Function &function);

} // namespace soac::schedule
