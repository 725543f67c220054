// What stays as it is in every trip of a loop in SSA form, computed in front of the loop.
#pragma once

#include "analysis/DefUse.h"
#include "frontend/state/LoweringState.h"

namespace soac::frontend {

class LoopInvariants {
public:
  /// The extents of the carried arrays in `growing` change. What is found is written by the current builder, in front
  /// of the loop, which must stay as it is meanwhile.
  LoopInvariants(Lowering &l, const ir::Loop &loop, llvm::ArrayRef<unsigned> growing);

  /// The value that `v` has at entry and in every trip; unset where there is none.
  ir::Value outside(ir::Value v);
  /// The same of an integer, in 64 bits.
  ir::Value outsideWide(ir::Value v);

  /// The statement of the loop that computes `v`; null for parameters and for what is not of the loop.
  const ir::Statement *statement(ir::Value v) const;
  const ir::Apply *apply(ir::Value v) const {
    return condition.isInside(v) ? condition.as<ir::Apply>(v) : body.as<ir::Apply>(v);
  }
  /// The position among the carried values of a parameter of the condition or of the body.
  std::optional<unsigned> carried(ir::Value v) const;

private:
  ir::Value computeOutside(ir::Value v);
  ir::Value folded(const ir::Apply &computed, const ir::ValueMap &map);
  ir::Value shapeAtEntry(ir::Value array);

  Lowering &l;
  ir::ValueTable &values;
  const ir::Loop &loop;
  llvm::ArrayRef<unsigned> growing;
  analysis::DefUse condition, body;
  ir::ValueMap outsides;
};

} // namespace soac::frontend
