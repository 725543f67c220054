// How the contents of values flow through statements and the parameters of their blocks.
#pragma once

#include "ir/Ops.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace soac::analysis {

/// Calls `f(from, to)` wherever the contents of `to` are those of `from`, or are computed from them:
///
///   r = loop n, (x) |i, c| { .. yield y }       x -> c, y -> c, c -> r
///   r = reduce n, (xs), neutral (e) |a, b| ..    e, xs and the operator's result -> a, a -> b, b -> a, a -> r
///
/// Shapes, counts, conditions and indices do not flow.
void forEachFlow(const ir::Statement &statement, llvm::function_ref<void(ir::Value from, ir::Value to)> f);

} // namespace soac::analysis
