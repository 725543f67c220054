#include "ops/rules/Operators.h"

#include "ir/Walk.h"
#include "ops/rules/Bins.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ops {

bool isScalarOperator(const ir::Block &op, const ir::ValueTable &values) {
  return llvm::all_of(op.parameters, [&](ir::Value p) { return values.type(p).isScalar(); });
}

ir::Values elementwise(llvm::ArrayRef<ir::Value> arrays, ir::Builder &b,
                       llvm::function_ref<ir::Values(ir::Builder &, llvm::ArrayRef<ir::Value>)> f) {
  if (!b.type(arrays[0]).isArray())
    return f(b, arrays);
  return b.map(b.extent(arrays[0]), arrays, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
    return elementwise(p.drop_front(), in, f);
  });
}

ir::Values elementsAt(llvm::ArrayRef<ir::Value> arrays, ir::Value i, ir::Builder &b) {
  ir::Values elements;
  for (ir::Value array : arrays)
    elements.push_back(b.read(array, {i}));
  return elements;
}

ir::Value flattened(ir::Value array, ir::Builder &b) {
  if (b.type(array).rank == 1)
    return array;
  ir::Value size = b.extent(array);
  for (unsigned d = 1; d < b.type(array).rank; ++d)
    size = b.mul(size, b.extent(array, d));
  return b.emit1(ir::Reshape{array, {size}});
}

ir::Block swapped(const ir::Block &op, ir::ValueTable &values) {
  ir::Block copy = ir::cloneBlock(op, values);
  const auto half = static_cast<std::ptrdiff_t>(copy.parameters.size() / 2);
  std::rotate(copy.parameters.begin(), copy.parameters.begin() + half, copy.parameters.end());
  return copy;
}

namespace {

ir::Loop counted(ir::Value count, ir::Values inits, ir::Builder &b, ir::Builder::BlockBody body) {
  ir::Types types{ir::indexType};
  for (ir::Value v : inits)
    types.push_back(b.type(v));
  ir::Block block = b.block(types, body);
  return {count, {}, std::move(inits), std::move(block), {}};
}

// op(accumulated, elements number i of the arrays)
ir::Values step(const ir::Block &op, llvm::ArrayRef<ir::Value> accumulated, llvm::ArrayRef<ir::Value> arrays,
                ir::Value i, ir::Builder &b) {
  ir::Values arguments(accumulated);
  arguments.append(elementsAt(arrays, i, b));
  return b.inlineBlock(op, arguments);
}

} // namespace

ir::Loop asLoop(const ir::Reduce &op, ir::Builder &b) {
  return counted(op.count, op.neutral, b, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
    return step(op.op, p.drop_front(), op.arrays, p[0], in);
  });
}

ir::Loop asLoop(const ir::ReduceByIndex &op, ir::Builder &b) {
  return counted(op.count, op.dests, b, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    const ir::Value key = in.read(op.keys, {p[0]});
    const llvm::ArrayRef<ir::Value> dests = p.drop_front();
    return in.ifElse(
        isInRange(in, key, in.extent(dests[0])),
        [&](ir::Builder &then) {
          ir::Values results = step(op.op, elementsAt(dests, key, then), op.values, p[0], then);
          for (std::size_t k = 0; k < dests.size(); ++k)
            results[k] = then.update(dests[k], {key}, results[k]);
          return results;
        },
        [&](ir::Builder &) { return ir::Values(dests); });
  });
}

} // namespace soac::ops
