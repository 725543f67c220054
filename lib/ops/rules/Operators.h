// Properties of associative operators, and reductions and histograms as loops.
#pragma once

#include "analysis/Operators.h"
#include "ir/Builder.h"
#include "prims/Prims.h"

namespace soac::ops {

using analysis::primitiveOperator;

/// Is the reduction or scan a sum, of scalars or of arrays?
template <class Op> bool isSum(const Op &op) {
  return op.arrays.size() == 1 && primitiveOperator(op.op) == prims::Prim::Add;
}

/// True when every component of the operator is a scalar.
bool isScalarOperator(const ir::Block &op, const ir::ValueTable &values);

/// The results of f(builder, elements..) at every index of arrays of equal shape; for scalars, f applied once.
ir::Values elementwise(llvm::ArrayRef<ir::Value> arrays, ir::Builder &b,
                       llvm::function_ref<ir::Values(ir::Builder &, llvm::ArrayRef<ir::Value>)> f);

/// Element i of each array.
ir::Values elementsAt(llvm::ArrayRef<ir::Value> arrays, ir::Value i, ir::Builder &b);

/// All elements in row-major order, as an array of rank 1.
ir::Value flattened(ir::Value array, ir::Builder &b);

/// (x, y) -> y op x
ir::Block swapped(const ir::Block &op, ir::ValueTable &values);

/// The sequential loop that computes the same results, for operators on arrays, whose rules would need Jacobians of
/// arrays.
///   r = reduce n, (a), neutral (e) |x, y| ..   becomes   r = loop n, (e) |i, x| { y = index a[i]  .. }
ir::Loop asLoop(const ir::Reduce &op, ir::Builder &b);
ir::Loop asLoop(const ir::ReduceByIndex &op, ir::Builder &b);

} // namespace soac::ops
