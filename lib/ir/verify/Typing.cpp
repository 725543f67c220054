#include "ir/verify/Typing.h"

#include "support/Overloaded.h"

#include <llvm/ADT/ArrayRef.h>

namespace soac::ir {
namespace {

Types typesOf(llvm::ArrayRef<Value> vs, const ValueTable &values, unsigned addedRank = 0) {
  Types types;
  for (Value v : vs)
    types.push_back(values.type(v).withRank(values.type(v).rank + addedRank));
  return types;
}

} // namespace

Types resultTypes(const Op &op, const ValueTable &values) {
  const auto type = [&](Value v) { return values.type(v); };
  const auto minus = [&](Value v, std::size_t n) { return type(v).withRank(type(v).rank - static_cast<unsigned>(n)); };
  return std::visit(
      Overloaded{
          [&](const Apply &a) -> Types { return {Type(a.type)}; },
          [&](const Index &a) -> Types { return {minus(a.array, a.indices.size())}; },
          [&](const Update &a) -> Types { return {type(a.array)}; },
          [&](const Extent &) -> Types { return {indexType}; },
          [&](const Fill &a) -> Types {
            return {type(a.value).withRank(type(a.value).rank + static_cast<unsigned>(a.extents.size()))};
          },
          [&](const Iota &) -> Types { return {indexType.withRank(1)}; },
          [&](const Argsort &) -> Types { return {indexType.withRank(1)}; },
          [&](const Repeated &) -> Types { return {indexType}; },
          [&](const Rearrange &a) -> Types { return {type(a.array)}; },
          [&](const Reshape &a) -> Types { return {type(a.array).withRank(static_cast<unsigned>(a.extents.size()))}; },
          [&](const Slice &a) -> Types { return {type(a.array)}; },
          [&](const Rotate &a) -> Types { return {type(a.array)}; },
          [&](const Concat &a) -> Types { return {type(a.arrays.front())}; },
          [&](const If &a) -> Types { return typesOf(a.then.results, values); },
          [&](const Loop &a) -> Types { return typesOf(a.inits, values); },
          [&](const Map &a) -> Types { return typesOf(a.fn.results, values, 1); },
          [&](const Reduce &a) -> Types { return typesOf(a.neutral, values); },
          [&](const Scan &a) -> Types { return typesOf(a.neutral, values, 1); },
          [&](const MapReduce &a) -> Types {
            Types types;
            for (const Reduction &r : a.reductions)
              types.append(typesOf(r.neutral, values));
            const auto reduced = types.size();
            types.append(typesOf(llvm::ArrayRef(a.fn.results).drop_front(reduced), values, 1));
            return types;
          },
          [&](const ReduceByIndex &a) -> Types { return typesOf(a.dests, values); },
          [&](const Scatter &a) -> Types { return {type(a.dest)}; },
          [&](const WithAccumulators &a) -> Types {
            Types types = typesOf(a.inits, values);
            types.append(typesOf(a.body.results, values));
            return types;
          },
          [&](const Accumulate &) -> Types { return {}; },
          [&](const Call &a) -> Types { return a.types; },
          [&](const Invoke &a) -> Types { return a.types; },
          [&](const WithRules &a) -> Types { return typesOf(a.fn.results, values); },
          [&](const Check &) -> Types { return {}; },
          [&](const Differentiate &a) -> Types {
            Types types = typesOf(a.fn.results, values);
            for (Value v : a.mode == Mode::Tangent ? a.fn.results : a.arguments)
              if (type(v).isDifferentiable())
                types.push_back(type(v).withRank(type(v).rank + (a.directions ? 1u : 0u)));
            return types;
          },
      },
      op);
}

} // namespace soac::ir
