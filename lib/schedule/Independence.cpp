#include "schedule/Independence.h"

#include "analysis/Accesses.h"
#include "analysis/IndexRanges.h"
#include "analysis/IndexSteps.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

namespace soac::schedule {

using namespace ir;

namespace {

/// The iterations of a loop, a map or a reduction.
class Iterations {
public:
  Iterations(const Block &body, const Function &function, const Uses &uses, const MemoryPlan &plan)
      : body(body), function(function), uses(uses), plan(plan), steps(function.values, body, body.parameters[0]),
        ranges(function.values, uses, body) {}

  /// Does the loop carry a number that an iteration needs for more than to add to it?
  bool carryNumbers() const {
    const auto isScanned = [&](Value v) { return function.type(v).isScalar() && uses.count(v) > 1; };
    return llvm::any_of(llvm::drop_begin(body.parameters), isScanned) || llvm::any_of(body.results, isScanned);
  }

  Independence independence() const {
    const auto accesses = analysis::elementAccesses(body, function.values);
    if (!accesses)
      return Independence::OtherWork;
    if (llvm::any_of(accesses->all, [&](const Access &a) { return isOfCopy(a); }))
      return Independence::CarriesArray;
    const auto isRead = [](const Access &a) { return a.kind == Access::Read; };
    const auto isConstant = [&](Value array) {
      return llvm::all_of(accesses->all, [&](const Access &a) { return isRead(a) || !mayAlias(a.array, array); });
    };
    llvm::SmallPtrSet<const Access *, 4> interleaved; // writes of arrays with elements at other indices that do not lie in a row
    const auto isOwn = [&](const Access &write) {
      return llvm::all_of(accesses->all, [&](const Access &other) {
        if (!mayAlias(write.array, other.array))
          return true;
        if (base(write.array) != base(other.array))
          return false;
        if (*write.indices == *other.indices && steps.areDistinct(*write.indices))
          return true;
        if (!liesInARow(*write.indices) || !liesInARow(*other.indices))
          interleaved.insert(&write);
        return ranges.areApart(*write.indices, *other.indices, isConstant);
      });
    };
    if (llvm::all_of(accesses->all, isRead))
      return Independence::WritesNothing;
    if (!llvm::all_of(accesses->all, [&](const Access &a) { return isRead(a) || isOwn(a); }))
      return Independence::MayMeet;
    // The order in an iteration is of no importance where each element is written once and not read.
    const auto hasOrder = [&](const Access *write) {
      return llvm::any_of(accesses->all, [&](const Access &a) {
        if (a.array == write->array || base(a.array) == base(write->array))
          return a.kind != Access::Write || (a.statement != write->statement && *a.indices == *write->indices);
        return false;
      });
    };
    return llvm::any_of(interleaved, hasOrder) ? Independence::Interleaved : Independence::Elements;
  }

private:
  using Access = analysis::ElementAccess;
  const Block &body;
  const Function &function;
  const Uses &uses;
  const MemoryPlan &plan;
  const analysis::IndexSteps steps;
  const analysis::IndexRanges ranges;

  /// Are the elements of neighbouring iterations neighbours?
  bool liesInARow(llvm::ArrayRef<Value> indices) const {
    return std::abs(steps.of(indices.back()).value_or(0)) == 1 && llvm::all_of(indices.drop_back(), [&](Value v) { return steps.of(v) == 0; });
  }
  bool isOfCopy(const Access &a) const { return a.kind == Access::Write && plan.copies(a.statement->results[0]); }
  /// An accumulator's array is not read meanwhile. Two accumulators may be one array of the caller's (adjoints of equal
  /// arguments), which is harmless: each statement's additions complete in all lanes before those of the next statement.
  bool mayAlias(Value a, Value b) const { return a == b || plan.mayAlias(a, b); }

  /// The array that becomes `v` by updates in the body, and so has its memory and shape.
  Value base(Value v) const {
    const Statement *s = uses.definition(v);
    if (!s || !uses.isInside(v, body))
      return v;
    if (const auto *update = std::get_if<Update>(&s->op))
      return base(update->array);
    if (const auto *branch = std::get_if<If>(&s->op)) {
      const auto k = static_cast<std::size_t>(llvm::find(s->results, v) - s->results.begin());
      const Value a = base(branch->then.results[k]), b = base(branch->otherwise.results[k]);
      return a == b ? a : v;
    }
    return v;
  }
};

} // namespace

Independence independenceOf(const Statement &s, const Function &function, const Uses &uses, const MemoryPlan &plan) {
  const Loop &loop = std::get<Loop>(s.op);
  if (!loop.isCounted())
    return Independence::NotCounted;
  if (!llvm::all_of(s.results, [&](Value r) { return !function.type(r).isArray() || plan.stable(r); }))
    return Independence::CarriesArray;
  const Iterations iterations(loop.body, function, uses, plan);
  if (iterations.carryNumbers())
    return Independence::CarriesNumber;
  const Independence result = iterations.independence();
  const bool hasNumber = llvm::any_of(loop.inits, [&](Value v) { return function.type(v).isScalar(); });
  return result == Independence::WritesNothing && hasNumber ? Independence::CarriesNumber : result;
}

bool addsToOwnElements(const Block &fn, const Function &function, const Uses &uses, const MemoryPlan &plan) {
  return Iterations(fn, function, uses, plan).independence() == Independence::Elements;
}

} // namespace soac::schedule
