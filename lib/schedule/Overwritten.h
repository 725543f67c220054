// Filled arrays whose first elements nobody sees: logs and checkpoints, which the next loop writes from end to end.
#pragma once

#include "schedule/Uses.h"

namespace soac::schedule {

/// True when every element of the result of the `Fill` is written before any is read.
bool isOverwritten(const ir::Statement &fill, const Uses &uses, const ir::ValueTable &values);

} // namespace soac::schedule
