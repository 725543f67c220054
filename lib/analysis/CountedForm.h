// While loops whose trips can be counted at entry:
//   i = 0;  while (i < n) { ..  i = i + 2 }     becomes     loop max((n + 1) / 2, 0) |k| { i = k * 2;  .. }
#pragma once

#include "analysis/LoopInvariants.h"

namespace soac::analysis {

/// Gives a while loop in SSA form the counted form where its trips can be counted at entry; the statements that count
/// the trips go in front of the loop. Returns, by position among the loop's former carried values, the values after the
/// loop of those that are not carried any more, unset for the others. Changes nothing where the trips cannot be
/// counted.
std::optional<ir::Values> toCountedForm(ir::Builder &b, ir::Loop &loop, const AroundLoop &around);

} // namespace soac::analysis
