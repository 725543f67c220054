// Additions to accumulators that, lifted by Accumulators.cpp as they stand, would sum arrays.
//
// In a nest where a kernel to be summed over encloses a kernel to be mapped, the `accumulate` gets a nest of its own with
// the sums innermost, if the statements that it depends on are cheap to compute again:
//   map i { map j { acc[j] += v } }  ->  map j { acc[j] += sum i { v } }
#pragma once

#include "ir/Builder.h"
#include "ir/Walk.h"

#include <optional>

namespace soac::optimise {

/// A scope around a statement, and the depth of its block.
struct AccumulatorScope {
  enum Kind { Kernel, Loop, Branch, Owner, Other } kind = Other;
  unsigned depth = 0;
  ir::Value index, count; ///< of a kernel or counted loop
  ir::Values own;         ///< the accumulators of an owner
  ir::Value guarded = {}; ///< of a branch: the value that it tests to be other than zero
};

/// Learns the scopes and statements that a walk over a function meets, and splits nests off.
class AccumulatorNests {
public:
  /// `depths` are of the blocks that define the values.
  AccumulatorNests(ir::ValueTable &values, const llvm::DenseMap<ir::Value, unsigned> &depths)
      : values(values), depths(depths) {}

  /// A statement of a block at `depth`, after its blocks.
  void note(const ir::Statement &s, unsigned depth);
  /// The operator of a kernel over these arrays.
  void enter(const ir::Block &fn, llvm::ArrayRef<ir::Value> arrays);

  struct Nest {
    unsigned depth = 0; ///< of the block that gets the nest
    std::vector<ir::Statement> statements;
  };
  /// The statement in a nest of its own with the sums innermost; none where the sums are innermost already, or the added
  /// value is expensive to compute again. An array that a kernel has mapped is added element by element, and the kernel
  /// is part of the nest.
  std::optional<Nest> split(ir::Accumulate a, llvm::ArrayRef<AccumulatorScope> scopes, ir::SourceLocation location);

private:
  using Kernels = llvm::SmallVector<const AccumulatorScope *, 4>;
  struct Row {
    ir::Value array, index;
  };
  struct Element {
    AccumulatorScope scope; ///< of the kernel
    ir::Value value;
  };
  /// Which kernels of a nest are mapped and which are summed, outermost first, below depth `base`.
  struct Order {
    unsigned base = 0;
    Kernels mapped, summed;
  };
  std::optional<Order> order(const ir::Accumulate &a, llvm::ArrayRef<AccumulatorScope> nest) const;

  unsigned depthOf(ir::Value v) const { return depths.lookup(v); }
  bool isCheapAgain(ir::Value v, unsigned base, std::size_t most, llvm::DenseSet<ir::Value> &seen) const;
  ir::Value again(ir::Value v, unsigned base, ir::ValueMap &map, ir::Builder &b) const;
  void build(const ir::Accumulate &a, llvm::ArrayRef<const AccumulatorScope *> mapped,
             llvm::ArrayRef<const AccumulatorScope *> summed, unsigned base, ir::ValueMap &map, ir::Builder b) const;
  ir::Value sum(ir::Value v, llvm::ArrayRef<const AccumulatorScope *> summed, unsigned base, ir::ValueMap &map,
                ir::Builder &b) const;

  ir::ValueTable &values;
  const llvm::DenseMap<ir::Value, unsigned> &depths;
  llvm::DenseMap<ir::Value, ir::Op> cheap;     ///< reads and cheap primitives
  llvm::DenseMap<ir::Value, Row> rows;         ///< element parameters: array[index]
  llvm::DenseMap<ir::Value, Element> elements; ///< of mapped results
};

} // namespace soac::optimise
