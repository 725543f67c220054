// Forward mode of associative operators: the operator's tangent on (value, tangent) pairs is associative again:
//   (x, x_tan), (y, y_tan) -> (x * y, x_tan * y + x * y_tan)
#pragma once

#include "ops/rules/Operators.h"
#include "ops/rules/Rule.h"

namespace soac::ops {

/// The operator on (accumulated.., accumulated tangents.., elements.., element tangents..); tangents go with the
/// components in `lifted`.
struct LiftedOperator {
  ir::Block op;
  llvm::SmallVector<bool, 4> lifted;
};
LiftedOperator liftOperator(const ir::Block &op, llvm::ArrayRef<ir::Value> results, Tangents &tangents);

/// `values` followed by the dense tangents of the flagged values.
ir::Values withTangents(llvm::ArrayRef<ir::Value> values, llvm::ArrayRef<bool> flags, Tangents &tangents);

/// The results of a lifted statement: `results`, then fresh tangents of the flagged results, which are set.
ir::Values liftResults(llvm::ArrayRef<ir::Value> results, llvm::ArrayRef<bool> flags, Tangents &tangents);

/// The tangent of a reduction or scan: the tangent of a sum is the sum of the tangents; other operators are lifted.
template <class Op> void associativeTangent(const Op &op, const ir::Statement &statement, Tangents &tangents) {
  ir::Builder &b = tangents.builder();
  if (isSum(op)) {
    tangents.keep(statement);
    Op sum{op.count, {tangents.dense(op.arrays[0])}, {tangents.dense(op.neutral[0])}, b.addBlock(b.type(op.neutral[0]))};
    tangents.set(statement.results[0], b.emit1(std::move(sum)));
    return;
  }
  LiftedOperator both = liftOperator(op.op, statement.results, tangents);
  Op lifted{op.count, withTangents(op.arrays, both.lifted, tangents), withTangents(op.neutral, both.lifted, tangents),
            std::move(both.op)};
  b.statements().push_back(
      {liftResults(statement.results, both.lifted, tangents), std::move(lifted), statement.location});
}

} // namespace soac::ops
