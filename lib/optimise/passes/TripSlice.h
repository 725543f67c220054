// What one trip of a loop computes for a value, where this needs nothing of other trips.
#pragma once

#include "ir/Function.h"
#include "ir/Walk.h"

#include <optional>
#include <vector>

namespace soac::optimise {

class TripSlice {
public:
  /// `branch`: the block of a branch that gives the value; null where there is none.
  TripSlice(const ir::Loop &loop, const ir::Block *branch, const ir::ValueTable &values);

  /// |i| { f(i) }. None where it needs a carried value, has effects, or calls.
  std::optional<ir::Block> of(ir::Value term);

private:
  const ir::Loop &loop;
  const ir::ValueTable &values;
  llvm::DenseMap<ir::Value, const ir::Statement *> makers;
  std::vector<const ir::Statement *> all; ///< in order
  llvm::DenseSet<const ir::Statement *> needed;
  ir::ValueSet carried;
  bool isFine = true;

  void need(ir::Value v);
};

/// Do statements of the block hold blocks: loops, kernels, branches?
bool hasBlocks(const ir::Block &block);

} // namespace soac::optimise
