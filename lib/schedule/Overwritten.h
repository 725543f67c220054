// Filled arrays whose fill is never read: undo logs and checkpoints, which the next loop writes from end to end:
//   c = fill 0.0, [n];  d = loop n, (c) |i, p| { p[i] = f(i) }   ->   c needs no zeros
#pragma once

#include "schedule/Uses.h"

namespace soac::schedule {

/// True when every element of the result of the `Fill` is written before any is read.
bool isOverwritten(const ir::Statement &fill, const Uses &uses, const ir::ValueTable &values);

} // namespace soac::schedule
