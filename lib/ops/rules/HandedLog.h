// Logs that a loop hands down to the loops in its iterations.
//
// The return sweep of a loop undoes an iteration, runs it again, and goes back through it. Where all that an iteration
// does to an array is done by loops, each of these would log once more what it overwrites, and be undone by its own
// log: every level of a nest runs the levels inside of it twice. Instead the iteration begins with the array as it has
// been left, and its loops take their entries from the log of the loop around, just in front of the adjoint of what
// they overwrote:
//   loop n |t, a| { b = loop m, (a) |i, s| { .. update s[i] = y } }, log of s[i]
//   ->   for t from the last:  for i from the last:  s[i] = log[p - 1], p - 1;  the return sweep of iteration i
// What the array was at the entry of the iteration, and between its loops, is nowhere when the iteration begins: only
// these loops may need it, which find it when the return sweep comes to them. They do not run again, and carry nothing
// else. Numbers that are read beside them are kept (ad/HandedReads.h). So it is of branches around such loops, of which
// the return sweep takes the same arm. Entries have no indices (ops/rules/NestUndo.h).
#pragma once

#include "ops/rules/NestUndo.h"

namespace soac::ops {

/// An array in the return sweep of an iteration, with the entries that are left of the log of the loop around. The
/// return sweeps of the iteration's loops go on from here, the last loop first, and leave it as it is in front of them.
struct HandedLog {
  NestUndo::State now; ///< the array, and what is left of the log
  ir::Value contents;  ///< the log's; unset where nobody reads the array, which then is not undone
  ir::Value last = {}; ///< what the last of the loops makes of the array in the forward sweep
};

/// Of each value that the loop carries: is it an array whose log it hands down? `logged` are the positions of the
/// arrays that have a log of all updates, and whether it has decisions. It keeps what it is asked to.
llvm::SmallVector<bool, 4> handedDown(const ir::Loop &loop, llvm::ArrayRef<std::pair<std::size_t, bool>> logged,
                                      const ir::ValueTable &values, const analysis::Definitions &definitions);
/// How often a loop of the nest hands down the log of an array, where all arrays that the loop changes have logs of all
/// updates.
unsigned logsHandedDown(const ir::Loop &loop, const ir::ValueTable &values, const analysis::Definitions &definitions);
/// Does the loop or branch take its entries from the log of the loop around?
bool takesHandedLogs(const ir::Statement &statement, const Adjoints &adjoints);

/// Called in the forward sweep, in which the statement that makes `result` of the array does not run.
void skip(const HandedLog &log, ir::Value result, Adjoints &adjoints);
/// Called behind the statement's return sweep, which has left that. `entry` is the array in front of the statement.
void handBack(HandedLog &log, NestUndo::State left, ir::Value entry, Adjoints &adjoints);

} // namespace soac::ops
