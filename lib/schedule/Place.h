// Makes the execution tree of a function: where the memory plan's arrays are, what is computed, written and copied in which
// order, and where the workspace is needed.
#pragma once

#include "exec/Tree.h"
#include "interface/Interface.h"

namespace soac::schedule {

struct Schedule;

/// The schedule's other members are made. The function's first `entryStatements` are for the arguments' memory.
exec::Tree place(const interface::CxxFunction &face, const Schedule &schedule, std::size_t entryStatements);

} // namespace soac::schedule
