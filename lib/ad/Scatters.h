// Scatters into what a loop carries, as loops of updates.
#pragma once

#include "ir/Function.h"

namespace soac::ad {

/// Rewrites every scatter whose destination is, or is made in place of, an array that a loop around it carries.
void unrollScatters(ir::Block &block, ir::ValueTable &values);

} // namespace soac::ad
