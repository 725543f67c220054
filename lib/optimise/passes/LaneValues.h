// Which values of a plain body (PlainLoops.h) differ between its iterations.
//
//   |i| { t = x[i];  s = loop m, (0) |j, u| { yield u + c[j] * t } }     t, u and s vary, c[j] does not
#pragma once

#include "ir/Walk.h"

namespace soac::optimise {

class LaneValues {
public:
  LaneValues(const ir::Block &body, const ir::ValueTable &values);

  /// False where statements have no form in lanes: an array from outside is written, checks and calls depend on the iteration.
  bool haveForm() const { return isFine; }
  bool isVarying(ir::Value v) const { return varying.contains(v); }
  /// Does each iteration do something else than the others here, or add to something?
  bool isVarying(const ir::Statement &s) const;
  /// A varying statement that all iterations of lanes go through together, one statement inside after the other.
  bool isShared(const ir::Statement &s) const;
  /// A varying statement that is a loop, or has one inside, and that each iteration goes through by itself.
  bool hasOwnLoops(const ir::Statement &s) const;

private:
  const ir::ValueTable &values;
  ir::ValueSet varying, local; ///< local: arrays that the body makes
  bool isFine = true, isChanged = true;

  void mark(ir::Value v);
  void markTogether(llvm::ArrayRef<ir::Value> all);
  void block(const ir::Block &b, bool isUnder);
  void statement(const ir::Statement &s, bool isUnder);
  void loop(const ir::Loop &op, const ir::Statement &s, bool isUnder);
  bool anyVarying(const ir::Op &op) const;
};

} // namespace soac::optimise
