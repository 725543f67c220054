// What loops add to arrays, where it is cheap enough to be computed again in each of several loops.
#pragma once

#include "ir/Builder.h"
#include "ir/Walk.h"

namespace soac::optimise {

constexpr std::size_t mostStatementsOfTerm = 12; ///< for what is added, and its place

/// Cheap operations and reads.
bool isPartOfTerm(const ir::Statement &s, const ir::ValueTable &values);

/// Appends a copy of the statement, which has no blocks, with its operands replaced as `made` says, where its results are noted.
void copyTo(ir::Builder &b, const ir::Statement &s, ir::ValueMap &made);

} // namespace soac::optimise
