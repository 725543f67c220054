// Explains the memory of a generated function: for every array its name in the user's program and its purpose, and for
// every loop how often its body runs forward.
//   x_checkpoint, 8 n bytes   ->   "x", Purpose::Checkpoint
#pragma once

#include "schedule/Footprint.h"

namespace soac::schedule {

enum class Purpose : std::uint8_t {
  Checkpoint, ///< the value at the start of every iteration, from which the return sweep begins
  Snapshots,  ///< the value at the start of some iterations
  Undo,       ///< elements that updates in place have overwritten
  UndoIndex,  ///< the indices of these elements
  UndoArm,    ///< which arms of branches were taken
  Numbers,    ///< what the iterations have computed or read
  Kept,       ///< computed in the forward sweep, read in the return sweep
  Adjoint,
  Tangent,
  ScanResult,
  Next,   ///< the next value of a carried array, beside its current value
  Copy,   ///< of an array that is overwritten while the original is needed
  Packed, ///< a parameter's numbers in a row
  Sums,   ///< the threads' copies of an accumulator
  Bins,   ///< copies of a histogram
  Own,    ///< the arrays of a device's threads
  Order,  ///< of the keys of a histogram on a device
  Result,
  Other,
};

/// The purpose in words: "checkpoint: its value at the start of every iteration".
const char *describe(Purpose purpose);
/// True for arrays that exist for the return sweep only.
constexpr bool isStored(Purpose p) { return p <= Purpose::Kept; }

struct ExplainedArray {
  std::string name; ///< as the user wrote it; empty for an array that has no name
  ir::SourceLocation location;
  Purpose purpose = Purpose::Other;
  Size bytes;          ///< of all `count` arrays
  unsigned count = 1;  ///< arrays that do not differ: the members of a record
};

/// The arrays of a scope, and of the scopes inside it that take memory.
struct ExplainedScope {
  ir::SourceLocation location; ///< of the loop or map; none for the function's body
  Size iterations = 1;
  std::vector<ExplainedArray> arrays;
  std::vector<ExplainedScope> inner;
};

ExplainedScope explain(const Footprint &footprint, const ir::Function &optimised);

/// A loop of the user's program.
struct LoopRuns {
  ir::SourceLocation location;
  Size iterations;       ///< of its first copy in the generated function
  unsigned forward = 0;  ///< how often its body runs for each iteration of the user's loop, without return sweeps that
                         ///< recompute nothing
};
std::vector<LoopRuns> loopRuns(const Footprint &footprint);

} // namespace soac::schedule
