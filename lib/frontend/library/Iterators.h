// Iterators of arrays.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

/// What a std::reverse_iterator stands behind; nothing of other values.
std::optional<FValue> currentOf(const FValue &iterator);

} // namespace soac::frontend
