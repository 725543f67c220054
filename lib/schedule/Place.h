// Makes the execution tree of a function: where the memory plan's arrays are, the order in which values are computed,
// written and copied, and where the workspace is needed.
//   %b: [f64; 1] = update %a[%i] = %x, where %a is read afterwards
//   ->   copy %b [%n] in workspace from %a;  store %b: [f64; 1] = update %a[%i] = %x
#pragma once

#include "exec/Tree.h"
#include "interface/Interface.h"

namespace soac::schedule {

struct Schedule;

/// All other members of the schedule must be made. The function's first `entryStatements` are for the arguments' memory.
exec::Tree place(const interface::CxxFunction &face, const Schedule &schedule, std::size_t entryStatements);

} // namespace soac::schedule
