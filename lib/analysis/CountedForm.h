// While loops whose trips can be counted at entry.
#pragma once

#include "analysis/LoopInvariants.h"

namespace soac::analysis {

/// Gives a while loop in SSA form the counted form where its trips can be counted at entry; the statements that count
/// them go in front of it. By position in the carried values before: the value after the loop of those that are not
/// carried any more. Nothing is changed where they cannot be counted.
std::optional<ir::Values> toCountedForm(ir::Builder &b, ir::Loop &loop, const AroundLoop &around);

} // namespace soac::analysis
