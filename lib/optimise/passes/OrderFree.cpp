#include "optimise/passes/OrderFree.h"

#include "analysis/Operators.h"
#include "prims/Prims.h"
#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {

using namespace analysis;
using namespace ir;

namespace {

class Iteration {
public:
  Iteration(const Block &body, const ValueTable &values) : body(body), values(values) {}

  std::optional<Effects> effects() {
    for (std::size_t k = 1; k < body.parameters.size(); ++k) {
      if (!values.type(body.parameters[k]).isArray())
        return std::nullopt;
      carried[body.parameters[k]] = k - 1;
    }
    own.resize(carried.size());
    if (!collect(body, /*isInBranch=*/false))
      return std::nullopt;
    const IndexSteps steps(values, body, body.parameters[0]);
    for (std::size_t k = 0; k < own.size(); ++k)
      if (baseOf(body.results[k]) != k || (own[k] && !steps.areDistinct(*own[k])))
        return std::nullopt;
    return result;
  }

private:
  std::optional<std::size_t> baseOf(Value array) const {
    const auto it = carried.find(array);
    return it == carried.end() ? std::nullopt : std::optional(it->second);
  }
  // Every access to what is carried is at the indices of the iteration's own element.
  bool isOwn(Value array, const Values &indices) {
    const auto k = baseOf(array);
    if (!k)
      return true;
    if (!own[*k])
      own[*k] = indices;
    return *own[*k] == indices;
  }
  bool collect(const Block &block, bool isInBranch) {
    return llvm::all_of(block.statements, [&](const Statement &s) {
      return std::visit(Overloaded{[&](const Apply &) { return true; }, [&](const Extent &) { return true; },
                                   [&](const Index &o) { return isScalar(s.results[0]) && isOwn(o.array, o.indices); },
                                   [&](const Accumulate &o) {
                                     if (!isInBranch)
                                       result.accumulates.push_back(&s);
                                     return isScalar(o.value);
                                   },
                                   [&](const Update &o) {
                                     const auto k = baseOf(o.array);
                                     if (isInBranch || !k || !isScalar(o.value) || !isOwn(o.array, o.indices))
                                       return false;
                                     carried[s.results[0]] = *k;
                                     result.updates.push_back(&s);
                                     return true;
                                   },
                                   [&](const If &o) {
                                     result.hasBranches = true;
                                     return llvm::all_of(s.results, [&](Value v) { return isScalar(v); }) &&
                                            collect(o.then, true) && collect(o.otherwise, true);
                                   },
                                   [&](const OneOf<Fill, Iota, Argsort, Repeated, Rearrange, Reshape, Slice, Rotate,
                                                   Concat, Loop, Map, Reduce, Scan, MapReduce, ReduceByIndex, Scatter,
                                                   WithAccumulators, Call, Invoke, WithRules, Check,
                                                   Differentiate> auto &) { return false; }},
                        s.op);
    });
  }
  bool isScalar(Value v) const { return values.type(v).isScalar(); }

  const Block &body;
  const ValueTable &values;
  llvm::DenseMap<Value, std::size_t> carried; ///< and what updates make of it: which array it is
  std::vector<std::optional<Values>> own;
  Effects result;
};

} // namespace

std::optional<Effects> orderFree(const Loop &loop, const ValueTable &values) {
  if (!loop.isCounted())
    return std::nullopt;
  return Iteration(loop.body, values).effects();
}

std::optional<Effects> orderFree(const MapReduce &kernel, const ValueTable &values) {
  const bool isSumOnly = llvm::all_of(kernel.reductions, [&](const Reduction &r) {
    return r.op.statements.size() == 1 && values.type(r.op.results[0]).isScalar() &&
           analysis::primitiveOperator(r.op) == Prim::Add;
  });
  if (!isSumOnly || !kernel.arrays.empty() || kernel.fn.results.size() != kernel.reductions.size())
    return std::nullopt;
  return Iteration(kernel.fn, values).effects();
}

} // namespace soac::optimise
