#include "frontend/loops/LoopShapes.h"

#include "ir/Fields.h"
#include "prims/Prims.h"
#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::frontend {

using ir::Value;
using prims::Prim;

LoopShapes::LoopShapes(const ir::Block &body, const ir::ValueTable &values, llvm::ArrayRef<Value> variant,
                       const llvm::DenseMap<Value, Value> &shapeRoots)
    : values(values), variant(variant.begin(), variant.end()), shapeRoots(shapeRoots), makers(body) {}

NextExtent LoopShapes::next(Value array, unsigned dimension, Value parameter, const llvm::DenseSet<Value> &among) {
  subject = parameter;
  changing = &among;
  return extent(array, dimension);
}

NextExtent LoopShapes::extent(Value array, unsigned dimension) const {
  if (const auto root = shapeRoots.find(array); root != shapeRoots.end())
    array = root->second;
  if (array == subject)
    return changing->contains(array) ? NextExtent::Changes : NextExtent::Same;
  if (changing->contains(array))
    return NextExtent::Changes;
  const analysis::Definition *maker = makers.of(array);
  if (!maker)
    return NextExtent::Fixed;
  return maker->parameterOf ? extentOfParameter(*maker, dimension)
                            : extentOfResult(*maker->statement, array, dimension);
}

NextExtent LoopShapes::extentOfParameter(const analysis::Definition &maker, unsigned dimension) const {
  const std::size_t k = maker.position;
  const auto element = [&](llvm::ArrayRef<Value> arrays, std::size_t first) {
    return extent(arrays[k - first], dimension + 1);
  };
  if (const auto *map = std::get_if<ir::Map>(&maker.statement->op))
    return element(map->arrays, 1);
  if (const auto *loop = std::get_if<ir::Loop>(&maker.statement->op))
    return extent(loop->inits[k - (maker.parameterOf == &loop->body && loop->isCounted())], dimension);
  return NextExtent::Fixed; // of an operator: its neutral element's
}

NextExtent LoopShapes::extentOfResult(const ir::Statement &s, Value result, unsigned d) const {
  const auto k = static_cast<std::size_t>(llvm::find(s.results, result) - s.results.begin());
  return std::visit(
      Overloaded{
          [&](const ir::Index &op) { return extent(op.array, d + static_cast<unsigned>(op.indices.size())); },
          [&](const ir::Update &op) { return extent(op.array, d); },
          [&](const ir::Fill &op) {
            const auto n = static_cast<unsigned>(op.extents.size());
            return d < n ? number(op.extents[d]) : extent(op.value, d - n);
          },
          [&](const ir::Iota &op) { return number(op.count); },
          [&](const ir::Argsort &op) { return extent(op.keys, 0); },
          [&](const ir::Rearrange &op) { return extent(op.array, op.permutation[d]); },
          [&](const ir::Reshape &op) { return number(op.extents[d]); },
          [&](const ir::Slice &op) { return d == 0 ? number(op.count) : extent(op.array, d); },
          [&](const ir::Rotate &op) { return extent(op.array, d); },
          [&](const ir::Concat &op) {
            const bool isFixed =
                llvm::all_of(op.arrays, [&](Value a) { return extent(a, d) == NextExtent::Fixed; });
            return d > 0 ? extent(op.arrays[0], d) : isFixed ? NextExtent::Fixed : NextExtent::Changes;
          },
          [&](const ir::If &op) {
            const NextExtent a = extent(op.then.results[k], d), b = extent(op.otherwise.results[k], d);
            return a == b && a == NextExtent::Same ? a : NextExtent::Changes;
          },
          [&](const ir::Loop &) { return NextExtent::Changes; }, // else it has a shape root
          [&](const ir::Map &op) { return d == 0 ? number(op.count) : extent(op.fn.results[k], d - 1); },
          [&](const ir::Reduce &op) { return extent(op.neutral[k], d); },
          [&](const ir::Scan &op) { return d == 0 ? number(op.count) : extent(op.neutral[k], d - 1); },
          [&](const ir::ReduceByIndex &op) { return extent(op.dests[k], d); },
          [&](const ir::Scatter &op) { return extent(op.dest, d); },
          [](const ir::WithoutBlocksAmong<ir::Apply, ir::Extent, ir::Repeated, ir::Accumulate, ir::Call, ir::Invoke,
                                          ir::Check> auto &) { return NextExtent::Fixed; },
          [](const ir::WithoutBlocks auto &) { return NextExtent::Changes; },
          [](const OneOf<ir::MapReduce, ir::WithAccumulators, ir::WithRules,
                         ir::Differentiate> auto &) { return NextExtent::Fixed; }},
      s.op);
}

NextExtent LoopShapes::number(Value v) const {
  if (variant.contains(v))
    return NextExtent::Changes;
  if (!makers.isInside(v))
    return NextExtent::Fixed;
  if (makers.isParameter(v))
    return NextExtent::Changes;
  const ir::Op &op = makers.statement(v)->op;
  if (const auto *measured = std::get_if<ir::Extent>(&op))
    return extent(measured->array, measured->dimension);
  if (const auto *apply = std::get_if<ir::Apply>(&op))
    return computed(*apply);
  const auto *index = std::get_if<ir::Index>(&op);
  const bool isFixed = index && !makers.isInside(index->array) && !variant.contains(index->array) &&
                       llvm::all_of(index->indices, [&](Value i) { return number(i) == NextExtent::Fixed; });
  return isFixed ? NextExtent::Fixed : NextExtent::Changes;
}

NextExtent LoopShapes::computed(const ir::Apply &op) const {
  if (llvm::all_of(op.arguments, [&](Value v) { return number(v) == NextExtent::Fixed; }))
    return NextExtent::Fixed;
  // Operations that leave an extent as it is.
  const bool isIdentity = op.prim == Prim::Cast || ((op.prim == Prim::Sub || op.prim == Prim::Add ||
                                                     op.prim == Prim::Max) &&
                                                    values.asInt(op.arguments[1]) == 0);
  return isIdentity && ir::isInteger(values.type(op.arguments[0]).scalar) ? number(op.arguments[0])
                                                                           : NextExtent::Changes;
}

} // namespace soac::frontend
