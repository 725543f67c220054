// The return sweep of a scan as a loop from its last step to its first.
#pragma once

#include "ops/rules/Rule.h"

namespace soac::ops {

/// For every operator, also on arrays, and neutral elements with a derivative: a constant number of the operator's
/// adjoints per step.
ReturnSweep sequentialScan(const ir::Scan &op, const ir::Statement &statement, Adjoints &adjoints);

} // namespace soac::ops
