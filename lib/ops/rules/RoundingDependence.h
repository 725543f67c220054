// Whether a count that a statement makes depends on rounding.
#pragma once

#include "analysis/InPlace.h"

namespace soac::ops {

/// True when the value, made by `statement` or in it, depends on a floating-point number that the statement computes. Two
/// copies of the statement may then disagree: sums in another order, or rounded otherwise, may compare otherwise.
///   loop |n, s| { t = add s, x;  c = lt t, 1.0;  if c { n + 1 } else { n } .. }     n depends on rounding
bool dependsOnRounding(ir::Value v, const ir::Statement &statement, const ir::ValueTable &values,
                       const analysis::Definitions &definitions);

} // namespace soac::ops
