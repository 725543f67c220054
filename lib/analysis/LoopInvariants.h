// Values that are the same in every trip of a loop in SSA form, computed in front of the loop:
//   while (c) |i, a| { n = extent a;  m = mul n, 2;  .. }     where a keeps its shape, n and m are computed in front
#pragma once

#include "analysis/DefUse.h"
#include "analysis/IndexSums.h"

namespace soac::analysis {

/// Facts about values outside the loop's own statements.
struct AroundLoop {
  IntegerDefinition defined;                           ///< of integers in front of the loop
  llvm::function_ref<ir::Value(ir::Value)> shapeRoot;  ///< another array of the same shape, or the array itself
  llvm::ArrayRef<unsigned> growing = {};               ///< positions of carried arrays whose extents change
};

class LoopInvariants {
public:
  /// `b`, the builder of `sums`, writes the invariants in front of the loop, which must not change meanwhile.
  LoopInvariants(ir::Builder &b, IndexSums &sums, const ir::Loop &loop, const AroundLoop &around);

  /// The value outside the loop that `v` has in every trip; unset where there is none.
  ir::Value outside(ir::Value v);
  /// The same for an integer, in 64 bits.
  ir::Value outsideWide(ir::Value v);

  /// The statement of the loop that computes `v`; null for parameters and for values from outside the loop.
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

  ir::Builder &b;
  IndexSums &sums;
  const ir::Loop &loop;
  const AroundLoop &around;
  DefUse condition, body;
  ir::ValueMap outsides;
};

} // namespace soac::analysis
