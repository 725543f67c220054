// Costs of operations, in additions of floating-point numbers that a processor starts one after the other.
#pragma once

#include "ir/Function.h"

namespace soac::analysis {

/// A read from the nearest cache, of an element at an index that is at hand.
inline constexpr unsigned loadCost = 4;

unsigned cost(const ir::Apply &apply, const ir::ValueTable &values);

/// True when computing it again costs no more than reading it from memory.
inline bool isCheap(const ir::Apply &apply, const ir::ValueTable &values) { return cost(apply, values) <= loadCost; }

} // namespace soac::analysis
