// Whether iterations are worth vector lanes, by what they do.
#pragma once

#include "optimise/passes/LaneValues.h"

namespace soac::optimise {

/// What an iteration does, as counts of operations; those in loops count `trips` times for each loop around.
struct LaneWork {
  static constexpr double trips = 10;
  double operations = 0; ///< on numbers, not on indices
  double gathers = 0;    ///< accesses to elements that do not follow each other from iteration to iteration
  double own = 0;        ///< what iterations of lanes do one after the other: loops that not all of them go through together
  bool hasLoops = false; ///< together
  bool hasSums = false;  ///< loops of these carry numbers, which are registers in lanes; a compiler has lanes for elements of rows

  bool isWorthLanes() const { return hasLoops && own <= operations && gathers * 6 <= operations; }
};

/// What an iteration of the body does, whose first parameter is its number.
LaneWork laneWorkOf(const ir::Block &body, const LaneValues &kinds, const ir::ValueTable &values);

} // namespace soac::optimise
