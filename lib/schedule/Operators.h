// Operators of reductions that the runtime has skeletons for: the order of their operands may change.
#pragma once

#include "ir/Function.h"

#include <optional>

namespace soac::schedule {

enum class Operator : std::uint8_t { Plus, Times, Minimum, Maximum };

/// The operator that `op`, on scalars, is; none for all others.
std::optional<Operator> recognise(const ir::Block &op, const ir::ValueTable &values);

/// Its name in soac::runtime.
const char *spelling(Operator op);

} // namespace soac::schedule
