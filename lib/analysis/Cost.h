// Costs of operations, in units of one floating-point addition when a processor starts these one after the other.
#pragma once

#include "ir/Function.h"

namespace soac::analysis {

/// A read from the nearest cache at a known index.
inline constexpr unsigned loadCost = 4;

unsigned cost(const ir::Apply &apply, const ir::ValueTable &values);

/// True when computing the value again costs no more than reading it from memory.
inline bool isCheap(const ir::Apply &apply, const ir::ValueTable &values) { return cost(apply, values) <= loadCost; }

/// A function of numbers that costs more than a store and a load in vector lanes.
bool isFunction(const ir::Statement &s, const ir::ValueTable &values);

} // namespace soac::analysis
