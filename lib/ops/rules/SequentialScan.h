// The return sweep of a scan as a loop from its last step to its first.
#pragma once

#include "ops/rules/Rule.h"

namespace soac::ops {

/// For every operator, also on arrays, and for neutral elements with a derivative: every step applies the operator's
/// adjoint a constant number of times.
ReturnSweep sequentialScan(const ir::Scan &op, const ir::Statement &statement, Adjoints &adjoints);

} // namespace soac::ops
