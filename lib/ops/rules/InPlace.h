// Which array a block's result is made of in place.
#pragma once

#include "ir/Function.h"

namespace soac::ops {

/// The value outside the block (or parameter of it) from which the array `result` comes by element-wise changes alone:
/// updates, scatters, definitions that update it, and loops and branches of these. No value when there is none.
ir::Value inPlaceSource(ir::Value result, const ir::Block &block);

} // namespace soac::ops
