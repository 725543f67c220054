// Recognises the operators of reductions that the runtime has skeletons for.
#pragma once

#include "exec/Tree.h"

#include <optional>

namespace soac::schedule {

using exec::Operator;

/// The runtime's operator that equals `op`, a block on scalars; none where there is no such operator.
std::optional<Operator> recognise(const ir::Block &op, const ir::ValueTable &values);

} // namespace soac::schedule
