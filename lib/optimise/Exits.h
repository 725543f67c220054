// Where the user's program leaves: checks with an exit of their own.
#pragma once

#include "ir/Ops.h"

namespace soac::optimise {

/// Whether the statement may leave by an exit of the user's program.
bool hasExit(const ir::Op &op);

} // namespace soac::optimise
