#include "frontend/values/ElementWise.h"

#include "prims/Prims.h"

namespace soac::frontend {

bool isOrdered(const Layout *layout) {
  if (layout->kind == Layout::Kind::Scalar)
    return true;
  return layout->kind == Layout::Kind::Record && layout->isTuple() &&
         llvm::all_of(layout->fields, [](const Layout::Field &field) { return isOrdered(field.layout); });
}

ir::Values elementsAt(ir::Builder &b, llvm::ArrayRef<ir::Value> leaves, ir::Value count, ir::Value positions) {
  return b.map(count, {positions}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
    ir::Values values;
    for (ir::Value leaf : leaves)
      values.push_back(in.read(leaf, {p[1]}));
    return values;
  });
}

/// Sorted by the last keys first; every sort is stable, so that the first decide.
ir::Value argsort(ir::Builder &b, ir::Value count, llvm::ArrayRef<ir::Value> keys) {
  ir::Value order;
  for (ir::Value key : llvm::reverse(keys)) {
    const ir::Value now = order ? elementsAt(b, {key}, count, order)[0] : key;
    const ir::Value sorted = b.emit1(ir::Argsort{now}, "order");
    order = order ? elementsAt(b, {order}, count, sorted)[0] : sorted;
  }
  return order;
}

ir::Value elementwise(ir::Builder &b, ir::Prim prim, ir::Value x, ir::Value y) {
  if (!b.type(x).isArray())
    return b.apply(prim, {x, y});
  return b.map(b.extent(x), {x, y}, [prim](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    return {elementwise(in, prim, p[1], p[2])};
  })[0];
}

} // namespace soac::frontend
