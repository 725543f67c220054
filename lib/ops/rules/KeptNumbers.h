// Dear numbers of a loop that the forward sweep keeps, so that the return sweep reads them instead of evaluating them
// again.
//
//   loop n, (s) |i, s| {                         exp_kept = zeros [n, m]
//     t = loop m, (s) |j, s| {                   .. in the forward sweep:   exp_kept[i, j] = y
//       y = exp s[j];  t = update s[j] = ..      .. in the return sweep:    y = exp_kept[i, j], and x_adj += y_adj * y for
//       yield t }                                                           what y was computed of
//     yield t }
//
// Kept are results of functions that cost more than a store and a load, in the loop or in counted loops inside, whose
// trips are the same in all iterations: so the place of a number follows from the counters. They follow from what the
// loop carries: only then does one iteration wait for another. Numbers of iterations that are independent are left to
// passes that bring both sweeps together, where nothing has to be kept.
//
// The outermost loop of a nest keeps a number, so that it is evaluated once. Memory: at most four numbers for each one
// that the loop stores anyway, in a checkpoint or log, in the same iterations.
#pragma once

#include "ir/Walk.h"
#include "ops/rules/Rule.h"

#include <string>

namespace soac::ops {

class KeptNumbers {
public:
  KeptNumbers() = default;
  /// The numbers that are worth it. `logged` are the positions of the carried arrays that have an undo log, `stored` those
  /// of the carried values with a checkpoint.
  KeptNumbers(const ir::Loop &loop, llvm::ArrayRef<std::size_t> logged, llvm::ArrayRef<std::size_t> stored,
              const ir::ValueTable &values);

  /// Makes the loop store them, in arrays that become its last results.
  void store(ir::Statement &loop, ir::Builder &b);
  /// The loop that reads them, for the return sweep. The values inside are those of the loop that stores.
  ir::Loop read(ir::Loop loop, ir::ValueTable &values) const;

private:
  /// A number with the counters of the loops around it, outermost first, and their trips.
  struct Number {
    ir::Value number;
    ir::Values counters, trips;
    std::string name; ///< for the array that keeps it
    ir::Value kept;   ///< that array, after the loop that stores
  };
  void find(const ir::Block &block, const ir::Values &counters, const ir::Values &trips, const ir::ValueSet &inside,
            const ir::ValueTable &values);
  void storeIn(ir::Block &block, ir::ValueTable &values);
  void readIn(ir::Block &block, ir::ValueTable &values) const;
  const Number *at(const ir::Statement &statement) const;
  bool isIn(const Number &number, const ir::Loop &loop) const;

  std::vector<Number> numbers;
  ir::Values now; ///< of each, while they are stored: its array at this place
  ir::ValueSet followsCarried, dear, reads;
  llvm::DenseMap<const ir::Block *, unsigned> stored; ///< numbers that an iteration of the block stores anyway
};

/// A `WithRules` that stands for a number which has been kept; lib/ad puts the number in its place.
bool isKeptNumber(const ir::WithRules &op);

} // namespace soac::ops
