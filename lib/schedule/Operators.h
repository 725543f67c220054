// Recognises the operators of reductions that the runtime has skeletons for.
#pragma once

#include "exec/Tree.h"

#include <optional>

namespace soac::schedule {

using exec::Operator;

/// The operator that `op`, on scalars, is; none for all others.
std::optional<Operator> recognise(const ir::Block &op, const ir::ValueTable &values);

} // namespace soac::schedule
