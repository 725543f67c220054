// Which arms of branches were taken, kept beside an undo log.
//
// A nest is undone without the indices in its log where its loops and branches can be run backwards
// (ops/rules/NestUndo.h). Of a branch that data decide the log says which arm was taken: executions of such branches
// are counted, and the numbers of those that took the arm which changes the array are stored.
//   loop m |j, a, e, t| { c = lt x[j], 0;  b, t = if c { .. update a[k] = y;  numbers[t + 1] = e  yield b, t + 1 }
//                         else { yield a, t };  yield b, e + 1, t }
//   ->  backwards:  e = e - 1;  if numbers[t] == e { .. undo; t = t - 1 }
// Numbers begin with 1, and numbers[0] is 0: where t is 0 no execution is found. Only branches around loops are
// recorded: what they store is little beside what their loops do.
#pragma once

#include "ir/Builder.h"

namespace soac::ops {

struct LogLimit;

struct Decisions {
  ir::Value executions; ///< the number of the next one; unset where none are recorded
  ir::Value taken;      ///< how many have taken the recorded arm
  ir::Value numbers;    ///< of these; unset where they are only counted

  explicit operator bool() const { return static_cast<bool>(executions); }
  ir::Values values() const;
  /// Those that begin, with room for `most`; without it they are only counted.
  static Decisions none(ir::Value most, llvm::StringRef name, ir::Builder &b);
  /// The arm that is recorded of a branch: the first one, where it changes the array that becomes this result.
  static bool isThen(const ir::If &branch, std::size_t position);

  /// At the end of the recorded arm; checks the room where `limit` says so.
  void addTaken(const LogLimit &limit, ir::Builder &b);
  /// Behind the branch.
  void addExecution(ir::Builder &b);
  /// Backwards, at a branch: goes to its execution and says whether that took the recorded arm.
  ir::Value wasTaken(ir::Builder &b);
  /// At the beginning of the recorded arm, which has been undone.
  void dropTaken(ir::Builder &b);
};

} // namespace soac::ops
