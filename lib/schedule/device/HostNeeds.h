// What the host must know to run a node: extents, counts, conditions, and what reductions begin with.
#pragma once

#include "schedule/device/Sides.h"

namespace soac::schedule::device {

/// The scalars that the host's text of a node asks for.
ir::Values hostNeeds(const exec::Node &node, const Sides &sides);

/// Does the memory for a copy have the extents of what is copied?
bool isMeasured(const exec::Alloc &a);

} // namespace soac::schedule::device
