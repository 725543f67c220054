// Makes the execution tree of a function: where the memory plan's arrays are, the order in which values are computed,
// written and copied, and where the workspace is needed.
//   %b = update %a[%i] = %x, on a copy   ->   alloc %b [n] in workspace, copy of %a;  store %b: update %a[%i] = %x
#pragma once

#include "exec/Tree.h"
#include "interface/Interface.h"

namespace soac::schedule {

struct Schedule;

/// All other members of the schedule must be made. The function's first `entryStatements` are for the arguments' memory.
exec::Tree place(const interface::CxxFunction &face, const Schedule &schedule, std::size_t entryStatements);

} // namespace soac::schedule
