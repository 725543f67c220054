// Where the snapshots of one carried value lie: in the slots of a stack.
//
// Slot s is row s of an array. Where the value is an array that changes its shape from iteration to iteration, a row has
// room for the largest of its states, whose size an inspector finds, and the extents of the state in each slot are
// stored too.
#pragma once

#include "ops/rules/Rule.h"

namespace soac::ops {

class SnapshotSlots {
public:
  /// Slots for carried value `k` of the counted loop `primal`; the first slot holds its value at the loop's entry.
  /// Appends the arrays that make up the slots to `stack`.
  SnapshotSlots(std::size_t k, const ir::Statement &primal, ir::Value slots, ir::Values &stack, Adjoints &adjoints);

  std::size_t carried() const { return k; }
  void put(ir::Value value, ir::Value slot, ir::Values &stack, ir::Builder &b) const;
  ir::Value get(ir::Value slot, llvm::ArrayRef<ir::Value> stack, ir::Builder &b) const;

private:
  std::size_t k, first; ///< the value's arrays are stack[first] and the following ones
  unsigned rank;
  bool keepsShape;
  ir::Value room;      ///< the number of elements in a row, where the shape changes and the room has to be checked
  std::string message; ///< of the check of `room`
};

} // namespace soac::ops
