// From an execution tree for one computer to one for a host with a device: what runs in kernels, in the order of the host's
// text. Each launch is one node.
//   let %x = index %a[0];  let %y = mul %x, %x;  map ..   ->   cell %y;  launch { let %x; let %y };  grid map ..
#pragma once

#include "schedule/device/Sides.h"

namespace soac::schedule::device {

/// The tree with kernels, by `sides`, which must not refuse the function. `parameters` as in `Sides`.
exec::Tree withKernels(const exec::Tree &tree, const ir::Function &function, const Sides &sides, const FreeLoops &free,
                       llvm::ArrayRef<ir::Value> parameters);

} // namespace soac::schedule::device
