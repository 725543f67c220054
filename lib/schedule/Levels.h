// Which parallel statements run on threads, which loops in vector lanes: decided for a whole function before anything is
// printed.
//
// The outermost maps, reductions, scans, histograms and free loops (FreeLoops.h) run on threads where their work is worth it,
// which is decided at run time; parallel statements inside them run on one thread. Iterations are for vector lanes when they
// have neither loops nor memory of their own.
//   map n |i| { map m |j| { sin a[j] } }   ->   the outer map on threads, the inner map sequential and in vector lanes
// Threads have copies of the accumulators to elements of which several iterations add, and add these in order in the end.
#pragma once

#include "schedule/FreeLoops.h"
#include "schedule/Independence.h"
#include "schedule/MemoryPlan.h"
#include "schedule/Operators.h"
#include "schedule/Work.h"

namespace soac::schedule {

using exec::Level;

/// How a map, reduction, scan, histogram or free loop runs.
struct Parallel {
  Level level = Level::Sequential;
  bool isVector = false;           ///< its iterations are for vector lanes
  bool mayFail = false;            ///< a failed check or an exception may end an iteration early
  Work work;                       ///< of one iteration, where the statement is on threads
  ir::Values accumulators;         ///< from outside, to whose elements several iterations on threads add
  std::vector<Operator> operators; ///< of reductions in any order; none: the user's operators, in order
};

class Levels {
public:
  /// `isOnHost`: plain loops may be on threads, too.
  Levels(const ir::Function &function, const Uses &uses, const Shapes &shapes, const MemoryPlan &plan, const FreeLoops &free,
         bool isOutermost, bool isOnHost);

  const Parallel &of(const ir::Statement &s) const { return parallel.find(&s)->second; }
  /// How the loop runs on threads; null where it does not.
  const Parallel *onThreads(const ir::Statement &loop) const {
    const auto found = parallel.find(&loop);
    return found == parallel.end() ? nullptr : &found->second;
  }
  /// True when no iteration of the loop or map around the block waits for a number from the iteration before.
  bool isInLanes(const ir::Block &b) const { return inLanes.contains(&b); }
  Independence independence(const ir::Statement &loop) const { return independent.lookup(&loop); }

private:
  const ir::Function &function;
  const Uses &uses;
  const Shapes &shapes;
  const MemoryPlan &plan;
  const FreeLoops &free;
  const bool isOnHost;
  llvm::DenseMap<const ir::Statement *, Parallel> parallel;
  llvm::DenseSet<const ir::Block *> inLanes;
  llvm::DenseMap<const ir::Statement *, Independence> independent; ///< loops

  struct Around {
    bool isOutermost, isInLanes;
    bool isInLoop = false; ///< in a loop that is in order
  };
  bool block(const ir::Block &b, Around around);
  bool statement(const ir::Statement &s, Around around);
  void putOnThreads(const ir::Statement &s, const ir::Block &fn);
  bool shares(const ir::Statement &s, const ir::Loop &loop, Around around) const;
  bool isShort(ir::Value count, bool isVector) const;
  void schedule(const ir::Statement &s, const ir::Block &fn, bool isOutermost);
  bool isVector(const ir::Block &fn) const;
  bool isChain(const ir::Loop &loop) const;
};

} // namespace soac::schedule
