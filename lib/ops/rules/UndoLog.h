// Undo logs: the elements that in-place changes of an array overwrite, in the order of the changes.
//
// A loop, branch or definition that changes an array by `Update`s, `Scatter`s and `ReduceByIndex`es alone, at any depth of
// loops, branches and definitions, is instrumented so that each change first appends the (indices, old contents) of the
// elements that it overwrites to a log:
//   b = update a[i] = x   becomes   indices[p] = i;  contents[p] = a[i];  p = p + 1;  b = update a[i] = x
// Undoing the log backwards gives back the array, at a cost proportional to the updates and not to the array: the save
// and restore of scatter [SC22 §5.3]. A scatter has an entry for each of its indices. A reduce_by_index has one for each
// of its keys, or for each bin where there are at least as many keys; a key that occurs twice has the same entry twice.
// The log has room for every update where constant counts of loops make these few. Else an inspector, the same
// statement with a counter alone, finds the length of the log beforehand. Where the count depends on rounded numbers,
// the statement itself could make more entries: it checks the room before it writes an entry, or all those of a loop.
#pragma once

#include "analysis/InPlace.h"
#include "ops/rules/Decisions.h"
#include "ops/rules/Rule.h"

namespace soac::ops {

/// The values of a log, which instrumented code hands through.
struct UndoLog {
  ir::Value position; ///< the number of entries, i64
  ir::Values indices; ///< one array of i64 per index of an update
  ir::Value contents; ///< the old contents at these indices
  bool mayBeOutside = false; ///< an entry may have an index out of range, and then no contents
  Decisions decisions = {};  ///< of branches in a nest that is undone without the indices
  ir::Values limits = {};    ///< the room that they are checked against

  ir::Values values() const;
  /// One of the same kind that has these values.
  UndoLog with(llvm::ArrayRef<ir::Value> values) const;
};

/// Adds logging to every update between `source` and `result` of the block. `log` is the log at entry; returns the log
/// at exit. Inner statements that update the array get the log as further results. Without `contents` entries are only
/// counted. A part log leaves out the updates that say so.
UndoLog instrument(ir::Value source, ir::Value result, const UndoLog &log, const LogLimit &limit, ir::Block &block,
                   ir::ValueTable &values, Definitions &definitions, bool isPart = false);

/// The carried values that the return sweep of `statement` can restore from a log, and these logs.
struct LoggedStatement {
  ir::Statement statement;                  ///< instrumented: it has the logs as further results
  llvm::SmallVector<std::size_t, 2> positions; ///< results of the statement that are restored
  ir::Values sources;                       ///< the arrays that the statement updates in place to these results
  std::vector<UndoLog> logs;                ///< one for each, as results of the statement
  /// One for each: the number of entries that every iteration of a loop adds, where it is a constant.
  std::vector<std::optional<std::int64_t>> perIteration;
};
/// Instruments a loop, a branch or an invocation; appends the inspector and the empty logs to the builder, but not the
/// statement. The original results keep their values. The results at the positions `unlogged` have no log.
LoggedStatement withUndoLogs(const ir::Statement &statement, Adjoints &adjoints,
                             llvm::ArrayRef<unsigned> unlogged = {});

/// Tells `adjoints` which updates the statement logs.
void announce(const LoggedStatement &logged, Adjoints &adjoints);

/// Undoes a whole statement, for the arrays that it updates in place: inits and results are those of the statement.
void restoreLogged(llvm::ArrayRef<ir::Value> inits, llvm::ArrayRef<ir::Value> results,
                   llvm::ArrayRef<std::size_t> positions, llvm::ArrayRef<UndoLog> logs, Adjoints &adjoints);

/// A log of the bins of dests[position] that `op` overwrites.
UndoLog logOf(const ir::ReduceByIndex &op, std::size_t position, ir::Builder &b);

/// `array` with the updates of the log's entries number `start` .. `position`-1 undone, the last first.
ir::Value undo(ir::Value array, const UndoLog &log, ir::Value start, ir::Builder &b);

} // namespace soac::ops
