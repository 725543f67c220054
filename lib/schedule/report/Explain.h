// Why a generated function takes the memory that it takes: for every array its name in the user's program and its purpose,
// and for every loop how often its body runs forward.
#pragma once

#include "schedule/Footprint.h"

namespace soac::schedule {

enum class Purpose : std::uint8_t {
  Checkpoint, ///< the value at the start of every iteration, from which the return sweep begins
  Snapshots,  ///< the value at the start of some iterations
  Undo,       ///< what updates in place have overwritten
  UndoIndex,  ///< where they did
  Kept,       ///< computed in the forward sweep, read in the return sweep
  Adjoint,
  Tangent,
  ScanResult,
  Next,       ///< what a loop carries to its next iteration, beside what it carries now
  Copy,       ///< of an array that is overwritten while the original is needed
  Packed,     ///< a parameter's numbers in a row
  Sums,       ///< copies of what threads add to
  Bins,       ///< copies of a histogram
  Result,
  Other,
};

/// What is written about it: "checkpoint: its value at the start of every iteration".
const char *describe(Purpose purpose);
/// True for what is there for the return sweep alone.
constexpr bool isStored(Purpose p) { return p <= Purpose::Kept; }

struct ExplainedArray {
  std::string name; ///< as the user wrote it; empty for an array that has no name
  ir::SourceLocation location;
  Purpose purpose = Purpose::Other;
  Size bytes;          ///< of all of them
  unsigned count = 1;  ///< arrays that differ in nothing: the members of a record
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
