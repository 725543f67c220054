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
// Others are asked for (ad/PartLogs.h), as what they follow from is overwritten, and no log has it: integers and truth
// values, too, and in loops whose trips differ, where there is room for the most.
//
// What loops behind the updates read of a logged array is kept, too, where nothing else needs its contents: no log is needed then.
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

  /// Adds those that notes in the loop ask for.
  void addAsked(const ir::Loop &loop);
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
  void keepLastReads(const ir::Loop &loop, const ir::ValueSet &states);
  bool readsAnyOf(const ir::ValueSet &states, const ir::Block &block) const;
  void storeIn(ir::Block &block, ir::ValueTable &values);
  void readIn(ir::Block &block, ir::ValueTable &values) const;
  const Number *find(ir::Value number) const;
  bool isIn(const Number &number, const ir::Statement &s) const;

  std::vector<Number> numbers;
  ir::Values now; ///< of each, while they are stored: its array at this place
  ir::ValueSet followsCarried, dear, reads;
  std::vector<Number> lastReads;                           ///< in blocks that store nothing and have no dear function
  llvm::DenseMap<const ir::Block *, ir::Values> tripsOf;   ///< of the loops around each block
  llvm::DenseMap<const ir::Block *, unsigned> stored; ///< numbers that an iteration of the block stores anyway
};

/// A note behind a number that the loop which `counters` begin with is to keep: it is in the loops that they count, in
/// which there are at most `trips`. A floating-point number is the result of a function or is read from an array.
ir::Statement keptNumberMark(ir::Value number, llvm::ArrayRef<ir::Value> counters, llvm::ArrayRef<ir::Value> trips,
                             ir::ValueTable &values, ir::SourceLocation location);
bool isKeptNumberMark(const ir::Statement &s);
/// The number that the statement asks the loop of this counter to keep; none of other statements.
ir::Value askedNumber(const ir::Statement &s, ir::Value counter);

/// Of a statement that stands for an element which has been kept: what reads the element, for its derivative alone.
ir::Value keptElement(const ir::Statement &s);

/// A `WithRules` that stands for a number which has been kept; lib/ad puts the number in its place.
bool isKeptNumber(const ir::WithRules &op);

} // namespace soac::ops
