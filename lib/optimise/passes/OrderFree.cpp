#include "optimise/passes/OrderFree.h"

#include "analysis/Accesses.h"
#include "analysis/Operators.h"
#include "prims/Prims.h"

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
    const auto accesses = elementAccesses(body, values);
    if (!accesses || !llvm::all_of(accesses->all, [&](const ElementAccess &access) { return visit(access); }))
      return std::nullopt;
    for (const Statement *s : accesses->branches)
      if (llvm::any_of(s->results, [&](Value v) { return values.type(v).isArray(); }))
        return std::nullopt;
    result.hasBranches = !accesses->branches.empty();
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
  // True when the access, if it is to a carried array, is at the indices of the iteration's own element.
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
    if (k && !own[*k])
      own[*k] = *access.indices;
    return !k || *own[*k] == *access.indices;
  }

  const Block &body;
  const ValueTable &values;
  llvm::DenseMap<Value, std::size_t> carried; ///< the number of the carried array, also for its updated values
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
