// Loops that look up constants in a table at an index made of the counter, and hold no other loop. Their iterations,
// one after another, have the constants in the place of the look-ups, also in the indices of other arrays, which become
// affine.
#pragma once

#include "ir/Walk.h"

namespace soac::optimise {

/// The counters of these loops.
ir::ValueSet countersOfTableLoops(const ir::Function &f);

constexpr std::int64_t mostTripsWithTables = 32;       ///< of which iterations are made
constexpr std::size_t mostStatementsWithTables = 1024; ///< of the iterations together

} // namespace soac::optimise
