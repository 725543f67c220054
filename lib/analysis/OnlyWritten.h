// Arrays that a block writes and never reads.
#pragma once

#include "analysis/InPlace.h"

namespace soac::analysis {

/// True when the block reads no element of `array`, one of its parameters, nor of the arrays that updates make of it,
/// and `result` is one of these arrays and the only result of the block that is.
///
///   |i, a| { b = update a[i] = x;  yield b }                  is only written
///   |i, a| { y = index a[i];  b = update a[i] = y; .. }       is not
bool isOnlyWritten(ir::Value array, ir::Value result, const ir::Block &block, const Definitions &definitions);

} // namespace soac::analysis
