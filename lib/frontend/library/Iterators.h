// Iterators of arrays.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

/// The iterator that a std::reverse_iterator holds; nothing for other values.
std::optional<FValue> currentOf(const FValue &iterator);

} // namespace soac::frontend
