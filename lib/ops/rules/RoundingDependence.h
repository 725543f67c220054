// Does a number that a statement counts depend on rounding?
#pragma once

#include "analysis/InPlace.h"

namespace soac::ops {

/// True when the value, made by `statement` or in it, depends on a floating-point number that the statement computes. Two
/// copies of the statement may then disagree: sums that are ordered or rounded otherwise may compare otherwise.
bool dependsOnRounding(ir::Value v, const ir::Statement &statement, const ir::ValueTable &values,
                       const analysis::Definitions &definitions);

} // namespace soac::ops
