// How far apart in memory the elements lie that one iteration of a loop uses after the other.
#pragma once

#include "analysis/Accesses.h"

namespace soac::optimise {

inline constexpr std::int64_t lineLength = 8; ///< elements of a cache line: at such a step each is read from a line of its own
inline constexpr std::int64_t fewTrips = 16;  ///< a loop of fewer gains nothing from steps of one element

/// The step of the access with these indices when the counter grows by 1, in elements; at most `lineLength`.
std::int64_t step(llvm::ArrayRef<ir::Value> indices, ir::Value counter, const analysis::Polynomials &polynomials);

/// The steps of all accesses in an innermost loop with that counter, writes counted twice. An element that every
/// iteration writes makes each wait for the one before; a sum does not, whose terms go in lanes.
std::int64_t steps(const analysis::ElementAccesses &accesses, ir::Value counter, const analysis::Polynomials &polynomials);

} // namespace soac::optimise
