// The memory that a generated function takes from its workspace: every array with memory of its own, in the scopes that
// free it, with its bytes as a polynomial in the sizes of the function's parameters.
//
// A scope is the function's body or one iteration of a loop or map; arrays made in a branch stay until the end of the
// scope around it. At most one iteration of a scope is alive on one thread, so the arrays that are alive at once are on a
// path of scopes, each up to the statement that opens the next one. The footprint is a walk over the execution tree
// (lib/exec); tests compare it with the high-water mark of soac::workspace.
//   a: 8 n bytes; loop { b: 8 m bytes }; c: 8 k bytes   ->   peak max(8 n + 8 m, 8 n + 8 k)
#pragma once

#include "interface/Interface.h"
#include "schedule/ParameterSizes.h"
#include "schedule/Schedule.h"

#include <memory>

namespace soac::schedule {

/// An array with memory of its own.
struct Allocation {
  enum class Kind : std::uint8_t {
    Array,  ///< made and then filled
    Copy,   ///< a copy of an array that is overwritten while the original is still needed
    Slot,   ///< a block that a loop's carried array is kept in; taken when the loop's first iteration ends
    Spare,  ///< a second block, into which the next iteration's array is computed
    Packed, ///< a parameter that is not contiguous scalars
    Sums,   ///< one thread's copy of an accumulator, for each thread but the first
    Bins,   ///< bins of a histogram, for each part of its input that a thread takes
    Own,    ///< an array of each thread of a device's, for all threads together
    Order,  ///< keys of a histogram on a device, and how they are sorted
  };
  Kind kind = Kind::Array;
  ir::Value value;
  ir::SourceLocation location;
  Size bytes;
  bool isOfThreads() const { return kind == Kind::Sums || kind == Kind::Bins; } ///< not allocated on one thread
};

/// Statements whose allocations are freed together.
struct MemoryScope {
  struct Part;
  ir::SourceLocation location;   ///< of the loop or map; none for the function's body
  const ir::Statement *statement = nullptr;
  Size iterations = 1;
  std::vector<Part> parts;       ///< in the order of execution
};

/// An allocation, a scope inside, or a branch: exactly one.
struct MemoryScope::Part {
  std::optional<Allocation> allocation;
  std::unique_ptr<MemoryScope> inner;
  std::unique_ptr<MemoryScope> then, otherwise;
};

class Footprint {
public:
  /// `face.function` is optimised IR without `Differentiate`.
  /// Of a device all that is in its memory, and its threads are as many as iterations: at most as many run at once.
  /// `isOutermost`: see Definitions.h.
  explicit Footprint(const interface::CxxFunction &face, Target target = Target::Host, bool isOutermost = true);
  Footprint(const Footprint &) = delete;

  const MemoryScope &body() const { return root; }
  const ir::Function &lowered() const { return function; }
  const Uses &positions() const { return schedule.uses; }
  const exec::Tree &tree() const { return schedule.tree; }
  const Levels &levels() const { return schedule.levels; }
  Size extent(ir::Value array, unsigned dimension) const { return sizes.extent(array, dimension); }
  /// How often an iteration of the loop runs, over all counters around; "trips(34)" of a loop in line 34 that data ends.
  Size trips(const exec::For &loop) const;
  /// Why the device cannot run the function; empty where it can.
  const std::string &refusal() const { return schedule.refusal; }

  /// The most bytes that are alive at once, without padding for alignment.
  Size peak() const;
  /// The same as a number, exact: the high-water mark of the workspace after a call of the function on one thread.
  std::optional<std::int64_t> peakAt(const Size::Known &known) const;

private:
  ir::Function function;
  Schedule schedule;
  ParameterSizes sizes;
  MemoryScope root;

  void take(Allocation::Kind kind, ir::Value v, const exec::Extents &extents, ir::SourceLocation at, MemoryScope &into) const;
  void add(const exec::Nodes &nodes, MemoryScope &into) const;
  exec::Extents extents(ir::Value v) const;
  void bins(const exec::Bins &node, MemoryScope &into) const;
  void iterations(const exec::For &loop, MemoryScope &into) const;
  void threads(const exec::For &grid, MemoryScope &into) const;
  void own(const MemoryScope &ofThread, const Size &threads, MemoryScope &into) const;
  static MemoryScope &open(ir::SourceLocation at, const ir::Statement *s, const Size &iterations, MemoryScope &into);
};

} // namespace soac::schedule
