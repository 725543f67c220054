#include "optimise/passes/OrderFree.h"

#include "analysis/Accesses.h"
#include "analysis/IndexRanges.h"
#include "analysis/Operators.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {

using namespace analysis;
using namespace ir;

namespace {

class Iteration {
public:
  Iteration(const Block &body, const ValueTable &values, const DefUse *definitions = nullptr)
      : body(body), values(values), definitions(definitions) {}

  std::optional<Effects> effects() {
    for (std::size_t k = 1; k < body.parameters.size(); ++k) {
      if (!values.type(body.parameters[k]).isArray())
        return std::nullopt;
      carried[body.parameters[k]] = k - 1;
    }
    touched.resize(carried.size());
    const auto accesses = elementAccesses(body, values);
    if (!accesses || !llvm::all_of(accesses->all, [&](const ElementAccess &access) { return visit(access); }))
      return std::nullopt;
    for (const Statement *s : accesses->branches)
      if (llvm::any_of(s->results, [&](Value v) { return values.type(v).isArray(); }))
        return std::nullopt;
    result.hasBranches = !accesses->branches.empty();
    const IndexSteps steps(values, body, body.parameters[0]);
    for (std::size_t k = 0; k < touched.size(); ++k)
      if (baseOf(body.results[k]) != k || !(haveOneElement(touched[k], steps) || areApart(touched[k])))
        return std::nullopt;
    return result;
  }

private:
  std::optional<std::size_t> baseOf(Value array) const {
    const auto it = carried.find(array);
    return it == carried.end() ? std::nullopt : std::optional(it->second);
  }
  struct Touch {
    bool isWrite;
    const Values *indices;
  };
  static bool haveOneElement(llvm::ArrayRef<Touch> touches, const IndexSteps &steps) {
    const auto isSame = [&](const Touch &t) { return *t.indices == *touches.front().indices; };
    return touches.empty() || (llvm::all_of(touches, isSame) && steps.areDistinct(*touches.front().indices));
  }
  bool areApart(llvm::ArrayRef<Touch> touches) const {
    if (!definitions)
      return false;
    const IndexRanges ranges(values, *definitions, body);
    const auto isConstant = [&](Value array) { return !carried.contains(array); };
    for (const Touch &a : touches)
      for (const Touch &b : touches)
        if (a.isWrite && !ranges.areApart(*a.indices, *b.indices, isConstant))
          return false;
    return true;
  }

  // False for what is not known.
  bool visit(const ElementAccess &access) {
    if (access.kind == ElementAccess::Addition) {
      if (!access.isInBranch)
        result.accumulates.push_back(access.statement);
      return true;
    }
    const auto k = baseOf(access.array);
    if (access.kind == ElementAccess::Write) {
      if (access.isInBranch || !k)
        return false;
      carried[access.statement->results[0]] = *k;
      result.updates.push_back(access.statement);
    }
    if (k)
      touched[*k].push_back({access.kind == ElementAccess::Write, access.indices});
    return true;
  }

  const Block &body;
  const ValueTable &values;
  const DefUse *const definitions;
  llvm::DenseMap<Value, std::size_t> carried; ///< the number of the carried array, also for its updated values
  std::vector<std::vector<Touch>> touched; ///< of each carried array
  Effects result;
};

} // namespace

std::optional<Effects> orderFree(const Loop &loop, const ValueTable &values, const DefUse *definitions) {
  if (!loop.isCounted())
    return std::nullopt;
  return Iteration(loop.body, values, definitions).effects();
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
