// Takes fused statements apart, so that rules see maps and reductions alone.
#pragma once

#include "ir/Function.h"

namespace soac::ad {

/// Every `MapReduce` of the block, at any depth, becomes a `Map` and its `Reduce`s.
void unfuse(ir::Block &block, ir::ValueTable &values);

} // namespace soac::ad
