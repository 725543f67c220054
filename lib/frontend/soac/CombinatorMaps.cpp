// map, tabulate, iota, replicate, gather.
//   soac::tabulate(f, n, m)   ->   r = map n |i| { map m |j| { f(i, j) } }
#include "frontend/parse/Clang.h"
#include "frontend/soac/Combinators.h"

namespace soac::frontend {

FValue Combinator::map() {
  const FValue function = l.value(call->getArg(0));
  const auto all = arrays(1);
  if (l.failed() || !all)
    return {};
  ir::Map map;
  map.count = count(all->front());
  ir::Types types = {ir::indexType};
  for (const Array &a : *all)
    for (ir::Value leaf : a.leaves) {
      map.arrays.push_back(leaf);
      types.push_back(b().type(leaf).element());
    }
  map.fn = l.operatorBlock(
      types, {"i"},
      [&](llvm::ArrayRef<ir::Value> parameters) {
        llvm::SmallVector<FValue, 4> arguments;
        std::size_t next = 1;
        for (const Array &a : *all) {
          arguments.push_back(element(a, parameters.slice(next, a.leaves.size())));
          next += a.leaves.size();
        }
        return l.edgeValues(l.callObject(function, arguments, call));
      },
      call);
  return l.failed() ? FValue() : result(b().emit(std::move(map)));
}

FValue Combinator::tabulate() {
  const FValue function = l.value(call->getArg(0));
  ir::Values extents;
  for (unsigned i = 1; i < call->getNumArgs(); ++i)
    extents.push_back(indexArgument(i));
  if (l.failed())
    return {};
  llvm::SmallVector<FValue, 4> indices;
  const auto level = [&](const auto &self, std::size_t depth) -> ir::Values {
    if (depth == extents.size())
      return l.edgeValues(l.callObject(function, indices, call));
    ir::Map map;
    map.count = extents[depth];
    map.fn = l.operatorBlock(
        {ir::indexType}, {"i"},
        [&](llvm::ArrayRef<ir::Value> parameters) {
          indices.push_back(indexValue(parameters[0]));
          const ir::Values values = self(self, depth + 1);
          indices.pop_back();
          return values;
        },
        call);
    return l.failed() ? ir::Values() : b().emit(std::move(map));
  };
  return result(level(level, 0));
}

FValue Combinator::iota() {
  const ir::Value n = indexArgument(0);
  return l.failed() ? FValue() : result({b().emit1(ir::Iota{n})});
}

FValue Combinator::replicate() {
  const ir::Value n = indexArgument(0);
  const FValue v = l.value(call->getArg(1));
  if (l.failed())
    return {};
  ir::Values leaves;
  for (ir::Value leaf : l.edgeValues(v))
    leaves.push_back(b().fill(leaf, {n}));
  return result(leaves);
}

/// r[i] = x[indices[i]], as a map over the indices.
FValue Combinator::gather() {
  const auto source = array(0);
  const auto indices = source ? array(1) : std::nullopt;
  if (l.failed() || !indices)
    return {};
  if (indices->leaves.size() != 1 || indices->rank != 1)
    return refuse(1, "indices are an array of integers of rank 1");
  return result(b().map(count(*indices), indices->leaves, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
    const ir::Value k = in.cast(ir::Scalar::I64, p[1]);
    ir::Values values;
    for (ir::Value leaf : source->leaves)
      values.push_back(in.read(leaf, {k}));
    return values;
  }));
}

} // namespace soac::frontend
