#pragma once

#include "ops/rules/Rule.h"

namespace soac::ops {

/// The adjoint of a reduce_by_index by loops over its values, for every operator, also on arrays.
ReturnSweep sequentialBins(const ir::ReduceByIndex &op, const ir::Statement &statement, Adjoints &adjoints);

} // namespace soac::ops
