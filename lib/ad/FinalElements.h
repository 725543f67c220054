// Numbers that an array still holds after the loop which changes it, for the return sweep of that loop.
//
// The return sweep of a loop runs each iteration again on the array as it was then, which its undo log gives back, Note
// [Restored arrays]. Often it needs only numbers that no later iteration overwrites: of a factorisation in place the
// adjoint is a function of the factors.
//   loop n |k, a| { a[k, k] = sqrt a[k, k]
//                   loop .. a[i, k] = a[i, k] / a[k, k]
//                   loop .. a[i, j] = a[i, j] - a[i, k] * a[j, k] }
// These numbers are read from the array that the loop has left behind. Where then nothing needs the array of an earlier
// iteration, there is neither log nor undoing, and no iteration runs again.
#pragma once

#include "ad/UndoneUpdates.h"
#include "analysis/DefUse.h"

namespace soac::ad {

/// Marks such numbers in a block that is about to be differentiated for the adjoint (ops/rules/FinalElements.h).
/// `front` has the definitions in front of the block.
void markFinalElements(ir::Block &block, ir::ValueTable &values, const analysis::DefUse &front);

/// The arrays that loops of the forward sweep have left behind. A name of one has its contents and no derivative.
class LastContents {
public:
  /// `overwritten`: the result of a loop that overwrites as many elements as the array has, in its version `array`. The
  /// array in front of the loop can be copied then, where it is needed again.
  ir::Value nameOf(ir::Value array, ir::Value overwritten, ir::ValueTable &values);
  /// Gives the name of an array of which a log has a part alone (ad/PartLogs.h).
  void setPart(ir::Value name, ir::Value array);
  /// A name of contents that are lost, of which the shape is known.
  ir::Value lost(ir::Value shape, ir::ValueTable &values);
  /// The contents of v, which no statement makes, are lost.
  void lose(ir::Value v, ir::Value shape) { shapes[v] = shape; }
  const ir::ValueMap &shapesOfLost() const { return shapes; }
  bool areLostUnread(const ir::Block &block, const ir::ValueTable &values) const;
  bool isPart(ir::Value array) const { return parts.contains(array); }
  ir::Value arrayOf(ir::Value name) const { return arrays.lookup(name); }
  ir::Value overwrittenOf(ir::Value array) const { return overwritten.lookup(array); }
  const ir::ValueMap &all() const { return arrays; }

private:
  ir::ValueMap arrays, overwritten;
  ir::ValueSet parts;          ///< arrays
  ir::ValueMap shapes;         ///< of lost contents: another array
};

/// In a complete adjoint: reads numbers from last contents where that spares the array of earlier iterations, takes the
/// other reads and all marks out, and drops needless updates. False where lost contents are read nevertheless.
bool finishSweeps(ir::Block &block, ir::ValueTable &values, llvm::ArrayRef<UndoneUpdate> undone,
                  const LastContents &last);

} // namespace soac::ad
