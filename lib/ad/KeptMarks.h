// Where a loop keeps a number that an iteration computes (ops/rules/KeptNumbers.h), and the notes that ask for it.
#pragma once

#include "analysis/IndexRanges.h"

#include <llvm/ADT/MapVector.h>

namespace soac::ad {

/// The loops around a number, inside of the one that keeps it.
struct KeptPlace {
  ir::Values counters, counts;
  /// Trips, of values from outside of that loop; unset where the count is from outside.
  std::vector<std::optional<analysis::Polynomial>> most;
};
/// Of what the statement in the loop gives; none where it may be in any number of trips. `ranges` are those of the
/// loop's body.
std::optional<KeptPlace> keptPlace(const ir::Statement &s, const ir::Loop &keeping, const analysis::DefUse &definitions,
                                   const analysis::IndexRanges &ranges);

using KeptPlaces = llvm::MapVector<ir::Value, KeptPlace>;
/// Puts a note behind each of the numbers in the loop. What computes the trips goes in front of it, to `b`.
void insertKeptMarks(ir::Loop &keeping, const KeptPlaces &numbers, ir::Builder &b);

} // namespace soac::ad
