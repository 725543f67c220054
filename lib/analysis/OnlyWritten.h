// Arrays that a block writes and never reads.
#pragma once

#include "analysis/InPlace.h"

namespace soac::analysis {

/// Is no element of `array`, a parameter of the block, or of what updates make of it in the block, read there? It may
/// become `result` and no other result of the block.
///
///   |i, a| { b = update a[i] = x;  yield b }                  is only written
///   |i, a| { y = index a[i];  b = update a[i] = y; .. }       is not
bool isOnlyWritten(ir::Value array, ir::Value result, const ir::Block &block, const Definitions &definitions);

} // namespace soac::analysis
