// How many numbers iterations read again that others have read: what groups of iterations would read once.
#pragma once

#include "analysis/DefUse.h"
#include "ir/Builder.h"

#include <llvm/ADT/SetVector.h>

namespace soac::optimise {

class GroupWork {
public:
  /// Of the iterations whose body this is.
  GroupWork(const ir::Block &body, const ir::ValueTable &values, const analysis::DefUse &definitions)
      : body(body), values(values), definitions(definitions) {}

  /// Does a trip of the loop, one of the body's, read or add to a matrix from outside: one of its own, but the same in all iterations?
  ///   |i| { loop k |c| { loop n |j| { loop j |r| { .. a[c, j, r] .. } } } }
  bool readsMatrices(const ir::Loop &loop) const;
  /// How many numbers of such matrices a trip reads or adds to: a value in front of the iterations. Trips that depend on counters
  /// are those of the middle trip of the loops around.
  ir::Value numbersOf(const ir::Loop &loop, ir::Builder &out) const;

private:
  using Loops = llvm::SetVector<const ir::Loop *>;
  const ir::Block &body;
  const ir::ValueTable &values;
  const analysis::DefUse &definitions;

  /// The loops around the element of a matrix, within the loop, whose trips each access others.
  std::vector<Loops> matrices(const ir::Loop &loop) const;
  bool hasFewTrips(const ir::Loop &loop) const;
  const ir::Loop *around(ir::Value v) const;
  void addLoops(ir::Value v, Loops &loops) const;
  bool isKnown(ir::Value v) const;
  ir::Value inTheMiddle(ir::Value v, ir::Builder &out) const;
};

} // namespace soac::optimise
