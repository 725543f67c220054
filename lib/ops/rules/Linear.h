// Rules of linear rearrangements r = L(a): r' = L(a'), and a_adj += L^T(r_adj).
#pragma once

#include "ops/rules/Rule.h"

#include <utility>

namespace soac::ops {

/// `again(t)` is the operation with the tangent t of `array` as its operand.
template <class F> void linearTangent(ir::Value array, const ir::Statement &statement, Tangents &tangents, F again) {
  tangents.keep(statement);
  if (const ir::Value t = tangents.of(array))
    tangents.set(statement.results[0], tangents.builder().emit1(again(t)));
}

/// `back(r)` adds the contributions of the adjoint of the result r, which is not zero.
template <class F> ReturnSweep linearAdjoint(const ir::Statement &statement, Adjoints &adjoints, F back) {
  adjoints.keep(statement);
  const ir::Value r = statement.results[0];
  if (!adjoints.isActive(r))
    return {};
  return [r, &adjoints, back = std::move(back)] {
    if (!adjoints.isZero(r))
      back(r);
  };
}

} // namespace soac::ops
