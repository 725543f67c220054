// The two sides of a branch, and the values of the slots after it.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

/// One side of a branch: the block that it is lowered into, and the slots after it.
struct Side {
  explicit Side(Lowering &l) : builder(l.builder().values, block.statements), firstInside(l.builder().values.size()) {}
  ir::Block block;
  ir::Builder builder;
  std::size_t firstInside; ///< values with this number and higher ones may be defined in it
  std::vector<Slot> after;
  bool leaves = false; ///< control has left the sequence in it, whatever the path
  bool stops = false;  ///< its end is not reached: the program has thrown or ended

  void lower(Lowering &l, const std::vector<Slot> &before, llvm::function_ref<void()> body);
};

/// Emits the `If` of the two sides and sets the slots in scope to their values after it. Where one side stops, the
/// statements of the other follow it, without a branch of their own.
void join(Lowering &l, ir::Value condition, const std::vector<Slot> &before, Side &then, Side &otherwise);

/// Both sides, each lowered by its function; the one that is taken where the condition is known.
void lowerIfElse(Lowering &l, ir::Value condition, llvm::function_ref<void()> then, llvm::function_ref<void()> otherwise);

} // namespace soac::frontend
