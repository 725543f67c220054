// Iterators of arrays.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

/// The iterator behind which a std::reverse_iterator stands; nothing of other values.
std::optional<FValue> currentOf(const FValue &iterator);

} // namespace soac::frontend
