// The trips of `while` loops in the iterations of a loop, which the forward sweep keeps, so that the return sweep does
// not count them: the loop would run once more, on copies of the arrays that it changes.
//
//   loop n, (a) |i, a| {                                   .. in the forward sweep:   trips_kept[i] = n'
//     b, n' = loop while (a, 0) |a, k| { .. }              .. in the return sweep:    b = loop trips_kept[i], (a) |j,
//     a| { .. } yield b }
//
// A number for each iteration and `while` loop that carries arrays, in the iteration itself or in its branches.
#pragma once

#include "ops/rules/Rule.h"

namespace soac::ops {

class KeptTrips {
public:
  KeptTrips() = default;
  KeptTrips(const ir::Loop &loop, const ir::ValueTable &values) { find(loop.body, values); }

  /// Makes the loop store them, in arrays that become its last results.
  void store(ir::Statement &loop, ir::Builder &b);
  /// The loop that reads them, for the return sweep. The values inside are those of the loop that stores.
  ir::Loop read(ir::Loop loop, ir::ValueTable &values) const;

private:
  struct Trips {
    ir::Value first; ///< what the body of the loop is known by: the first value that it carries
    ir::Value kept;  ///< the array, after the loop that stores
  };
  void find(const ir::Block &block, const ir::ValueTable &values);
  void storeIn(ir::Block &block, ir::Value i, ir::ValueTable &values);
  void readIn(ir::Block &block, ir::Value i, ir::ValueTable &values) const;
  const Trips *of(const ir::Loop &loop) const;

  std::vector<Trips> all;
  ir::Values now; ///< of each, while they are stored: its array at this place
};

} // namespace soac::ops
