// An array that a loop changes in place and logs (ops/rules/Checkpoints.cpp says which), in the return sweep of the
// loop.
//
// The return loop carries the array and undoes one iteration after another, the last first. In front of an iteration's
// return sweep its updates are undone by the log; where the log is a part log (ad/PartLogs.h), behind it.
//   forward   loop n |i, a| { start[i] = p;  .. log a[k];  b = update a[k] = y  yield b }
//   return    for i from the last:  a = undo b, the entries start[i] .. p - 1;  p = start[i]
// An array that no iteration reads is undone as a whole, behind the return loop. A loop may hand the log down to those
// in its iterations (ops/rules/HandedLog.h).
#pragma once

#include "ops/rules/HandedLog.h"
#include "ops/rules/NestUndo.h"
#include "ops/rules/UndoLog.h"

namespace soac::ops {

class LoggedArray {
public:
  /// Of the array that the loop `primal` carries at the position. Of the entries of `log` each iteration has added
  /// `perIteration`, where that is a constant.
  LoggedArray(const ir::Statement &primal, std::size_t position, const UndoLog &log,
              std::optional<std::int64_t> perIteration, bool handsDown, Adjoints &adjoints);
  /// The same, with the log that the loop around has handed down.
  LoggedArray(const ir::Statement &primal, std::size_t position, std::shared_ptr<HandedLog> handed, bool handsDown,
              Adjoints &adjoints);

  std::size_t position() const { return carried; }
  /// Is its log a part log?
  bool isPartLogged() const { return isPart; }
  bool isRead() const { return !isOnlyWritten; }
  /// The number of values of its log.
  std::size_t logSize() const { return log.values().size(); }

  /// Has the forward sweep to store the log's length at the entry of each iteration? `setStarts` says where it has.
  bool needsStarts() const { return !perIteration && !isOnlyWritten && !nest; }
  void setStarts(ir::Value lengths) { starts = lengths; }

  /// Called once, before `lastContents`: the array whose elements the iterations of the return sweep read where they
  /// are final (ops/rules/FinalElements.h).
  void prepare(Adjoints &adjoints);
  ir::Value lastContents(Adjoints &adjoints) const;

  /// What the return loop carries for it: the array, the log's length (0 where that is not needed), and what is left of
  /// its decisions, where it has some.
  ir::Values initial(Adjoints &adjoints) const;
  std::size_t carriedValues() const { return decisions() ? 4 : 2; }
  /// The array at the entry of iteration `i`, in front of the iteration's return sweep, of what the loop carries.
  ir::Value enter(ir::Value i, llvm::ArrayRef<ir::Value> carriedNow, Adjoints &adjoints);
  /// What it carries behind it; `entered` is what `enter` has given.
  ir::Values leave(ir::Value entered, Adjoints &adjoints);
  /// How the iteration changes it, after `enter`.
  Adjoints::InPlaceChange change() const { return {most, below}; }

  /// The array in front of the loop, from what the return loop has carried to the end.
  void finish(llvm::ArrayRef<ir::Value> carriedNow, Adjoints &adjoints) const;
  /// The same where there was no return loop.
  void pass(Adjoints &adjoints) const;

private:
  const Decisions &decisions() const { return above ? above->now.decisions : log.decisions; }
  ir::Value undoneByLog(ir::Value array, Adjoints &adjoints) const;
  void restoreEntry(ir::Value array, Adjoints &adjoints) const;
  void loseEntry(Adjoints &adjoints) const;

  std::size_t carried;
  ir::Value entry, result; ///< in front of the loop and behind it
  bool handsDown;
  std::shared_ptr<HandedLog> above; ///< what the loop around has handed down, if it has
  std::shared_ptr<HandedLog>
      below; ///< what the current iteration's loops take their entries from, where it is handed down
  UndoLog log;
  std::optional<std::int64_t> perIteration;
  bool isPart = false;
  bool isOverwritten = false;   ///< the loop overwrites it whole
  bool isOnlyWritten = false;   ///< no iteration reads it
  std::optional<NestUndo> nest; ///< where its log needs no indices
  ir::Value starts;             ///< the log's lengths at the entries; unset where not needed
  NestUndo::State before;       ///< the log at the entry of the current iteration
  ir::Value most;               ///< its entries, where their log has all updates

  /// Of a part log: the array that the current iteration has left, its name in this iteration, and its entries.
  ir::Value behind, later, begin;
  UndoLog entries;
};

} // namespace soac::ops
