// Takes fused statements apart, so that rules see maps and reductions alone:
//   r, m = map_reduce n, (a) |i, x| { .. yield y, z }, (add)   becomes   t, m = map n, (a) |i, x| { .. yield y, z }
//                                                                         r = reduce n, (t) (add)
#pragma once

#include "ir/Function.h"

namespace soac::ad {

/// Every `MapReduce` of the block, at any depth, becomes a `Map` and its `Reduce`s.
void unfuse(ir::Block &block, ir::ValueTable &values);

} // namespace soac::ad
