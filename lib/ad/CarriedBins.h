// Histograms into arrays that a loop carries, by the number of their keys.
#pragma once

#include "ir/Function.h"

namespace soac::ad {

/// Rewrites every reduce_by_index, with an operator other than plus, whose bins are, or are made in place of, an array
/// that a loop around it carries, so that its adjoint goes over all bins only where there are at least as many keys.
void splitCarriedBins(ir::Block &block, ir::ValueTable &values);

} // namespace soac::ad
