// Undoing the updates of a nest without the indices in its log.
//
// Where the indices of all updates, the counts of the loops around them and the conditions of the branches follow from
// the counters and from values in front of the loop, arrays too (`if (mask[i])`, `a[order[i]]`), an iteration is undone
// by the same loops and branches run backwards, which take the old contents from the log, the last first:
//   loop n |r, a| { loop n - r |i, b| { .. update b[i] = x } }, log of b[i]
//   ->   for r from the last:  loop n - r, (a, p) |k, b, q| { i = n - r - 1 - k;  update b[i] = log[q - 1];  yield b, q
//   - 1 }
// The log's indices are not read then, and go. Where one loop in each iteration makes as many entries of the same
// elements, the pass `recompute` finds the indices, and there is none unless it is asked for.
#pragma once

#include "ops/rules/UndoLog.h"

namespace soac::ops {

class NestUndo {
public:
  /// Are the indices of the log read where `recompute` finds them?
  enum class Indices : std::uint8_t { MayBeRead, AreNotNeeded };
  /// Of the array that the loop carries at this position, of which the log has decisions or has not; none where that is
  /// not so.
  static std::optional<NestUndo> of(const ir::Loop &loop, std::size_t position, Indices indices, bool hasDecisions,
                                    const ir::ValueTable &values);

  struct State {
    ir::Value array, end; ///< the array, and the number of entries that are left
    Decisions decisions;  ///< those that are left
  };
  /// Undoes iteration i, whose entries in `contents` end at `now.end`.
  State iteration(ir::Value i, State now, ir::Value contents, Adjoints &adjoints) const;
  /// Undoes all iterations.
  State all(State now, ir::Value contents, Adjoints &adjoints) const;

private:
  NestUndo(ir::Loop loop, std::size_t position) : loop(std::move(loop)), position(position) {}

  ir::Loop loop;
  std::size_t position;
};

/// The values of a state that change, and the state that has these in their place.
ir::Values valuesOf(const NestUndo::State &state);
NestUndo::State stateOf(llvm::ArrayRef<ir::Value> values, NestUndo::State state);

} // namespace soac::ops
