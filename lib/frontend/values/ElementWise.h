// Statements on whole arrays: element by element, elements at positions, orders.
#pragma once

#include "frontend/values/Value.h"
#include "ir/Builder.h"

namespace soac::frontend {

/// Is this a number, or a tuple of such: what the standard library orders member by member?
bool isOrdered(const Layout *layout);
/// The leaves' elements (rows) at `positions`, which are in range.
ir::Values elementsAt(ir::Builder &builder, llvm::ArrayRef<ir::Value> leaves, ir::Value count, ir::Value positions);
/// The stable order of `count` keys, each of which is an element of every array here, the first array deciding first.
ir::Value argsort(ir::Builder &builder, ir::Value count, llvm::ArrayRef<ir::Value> keys);

/// prim(x, y) on numbers, element by element on arrays of equal shape.
ir::Value elementwise(ir::Builder &builder, ir::Prim prim, ir::Value x, ir::Value y);

} // namespace soac::frontend
