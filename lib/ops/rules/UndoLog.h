// Undo logs: the elements that in-place changes of an array overwrite, in the order of the changes.
//
// A loop, branch or definition that changes an array by `Update`s, `Scatter`s and `ReduceByIndex`es alone, at any depth of
// loops, branches and definitions, is instrumented so that each of them first appends (indices, old contents) of the
// elements that it overwrites to a log. Undoing the log backwards gives back the array, at a cost proportional to the
// updates and not to the array: the save and restore of scatter [SC22 §5.3]. A scatter has an entry for each of its
// indices. A reduce_by_index has one for each of its keys, or for each bin where there are no more of these; keys that
// occur twice have the same entry twice. There is room for every update where constant counts of loops make that few.
// Else the length of the log is found beforehand by an inspector, the same statement with a counter alone. Where that
// decides by rounded numbers, the statement itself could make more entries: it checks each one before it is written.
#pragma once

#include "analysis/InPlace.h"
#include "ops/rules/Rule.h"

namespace soac::ops {

/// The values that are handed through instrumented code.
struct UndoLog {
  ir::Value position; ///< how many entries there are, i64
  ir::Values indices; ///< one array of i64 per index of an update
  ir::Value contents; ///< the old contents
  bool mayBeOutside = false; ///< an entry may have an index that is out of range: it has no contents
  ir::Value limit = {};      ///< the most entries that `position` may reach; unset: not checked

  ir::Values values() const;
  static UndoLog fromValues(llvm::ArrayRef<ir::Value> values);
};


/// Adds logging to every update between `source` and `result` of the block. `log` holds the log at entry, and what is
/// appended to the block's statements and results of inner statements; returns the log at exit. Without `contents` only
/// positions are counted.
UndoLog instrument(ir::Value source, ir::Value result, const UndoLog &log, const LogLimit &limit, ir::Block &block,
                   ir::ValueTable &values, Definitions &definitions);

/// The carried values that the return sweep of `statement` can restore from a log, and these logs.
struct LoggedStatement {
  ir::Statement statement;                  ///< instrumented: it has the logs as further results
  llvm::SmallVector<std::size_t, 2> positions; ///< results of the statement that are restored
  ir::Values sources;                       ///< what they are made of
  std::vector<UndoLog> logs;                ///< one for each, as results of the statement
  /// One for each: the entries of every iteration of a loop, where that is a constant.
  std::vector<std::optional<std::int64_t>> perIteration;
};
/// Instruments a loop, a branch or an invocation; appends the inspector and the empty logs to the builder, not the
/// statement. The original results keep their values. Those at the positions `unlogged` have no log.
LoggedStatement withUndoLogs(const ir::Statement &statement, Adjoints &adjoints,
                             llvm::ArrayRef<unsigned> unlogged = {});

/// Tells `adjoints` which results the statement logs.
void announce(const LoggedStatement &logged, Adjoints &adjoints);

/// Undoes a whole statement, for the arrays that it updates in place: inits and results are those of the statement.
void restoreLogged(llvm::ArrayRef<ir::Value> inits, llvm::ArrayRef<ir::Value> results,
                   llvm::ArrayRef<std::size_t> positions, llvm::ArrayRef<UndoLog> logs, Adjoints &adjoints);

/// The elements of dests[position] that `op` overwrites, as a log of its own.
UndoLog logOf(const ir::ReduceByIndex &op, std::size_t position, ir::Builder &b);

/// `array` without the log's entries number `start` .. `position`-1.
ir::Value undo(ir::Value array, const UndoLog &log, ir::Value start, ir::Builder &b);

} // namespace soac::ops
