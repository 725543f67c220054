// What loops add to arrays, where it is cheap enough to be computed again in each of several loops.
#pragma once

#include "ir/Function.h"

namespace soac::optimise {

constexpr std::size_t mostStatementsOfTerm = 12; ///< for what is added, and its place

/// Cheap operations and reads.
bool isPartOfTerm(const ir::Statement &s, const ir::ValueTable &values);

} // namespace soac::optimise
