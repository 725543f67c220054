// Lowering for a device. What a reduction computes for each element may be no work for a kernel: a sort, a filter, an array whose
// extents are not known before. Then the elements are mapped first, by a loop of the host's around kernels, and reduced after that:
//   s = map_reduce n, (x) |i, e| { sort .. ; v }, (0.0) |a, b| { a + b }
//   ->   vs = map n, (x) |i, e| { sort .. ; v };   s = map_reduce n, (vs) |i, v| { v }, (0.0) |a, b| { a + b }
#pragma once

#include "interface/Interface.h"

namespace soac::schedule::device {

/// `face`: the function as it is optimised, with its face on a device.
ir::Function lowerForDevice(const interface::CxxFunction &face);

} // namespace soac::schedule::device
