// Iterations that may run in any order, in lanes, or piece by piece.
//
// Each iteration reads arrays that no iteration changes, reads and writes elements of its own, and adds to
// accumulators, whose order of additions is not specified:
//   loop n, (a) |i, p| { p[i] = p[i] + x[i] }  may;  loop n, (a) |i, p| { p[i+1] = p[i] }  may not
#pragma once

#include "analysis/IndexSteps.h"

namespace soac::optimise {

/// The effects that iterations of a counted loop, or calls of a kernel's function, have on arrays.
struct Effects {
  std::vector<const ir::Statement *> updates, accumulates; ///< in the body itself, in order
  bool hasBranches = false;                                ///< there are `If`s, which may add as well
};

/// The effects of a counted loop that carries no scalars and whose iterations may run in any order; none otherwise. Where the function's
/// `definitions` are given, an iteration may have several elements of an array.
std::optional<Effects> orderFree(const ir::Loop &loop, const ir::ValueTable &values, const analysis::DefUse *definitions = nullptr);
/// The same of a loop that may carry sums, too (analysis/CarriedSums.h).
std::optional<Effects> orderFreeBesideSums(const ir::Loop &loop, const ir::ValueTable &values, const analysis::DefUse &definitions);
/// May the iterations of a counted loop, which has any statements inside but checks, run in any order? It carries arrays alone, of whose
/// elements each is written in one iteration, and read in no other one.
bool hasFreeOrder(const ir::Loop &loop, const ir::ValueTable &values, const analysis::DefUse &definitions);
/// The same of a loop that may carry sums, too.
bool hasFreeOrderBesideSums(const ir::Loop &loop, const ir::ValueTable &values, const analysis::DefUse &definitions);
/// The same of its arrays, where it may carry any numbers.
bool arraysHaveFreeOrder(const ir::Loop &loop, const ir::ValueTable &values, const analysis::DefUse &definitions);
/// Likewise for a map-reduction that maps nothing out, is over no arrays and only adds up.
std::optional<Effects> orderFree(const ir::MapReduce &kernel, const ir::ValueTable &values);

} // namespace soac::optimise
