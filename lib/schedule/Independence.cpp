#include "schedule/Independence.h"

#include "analysis/IndexSteps.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::schedule {

using namespace ir;

namespace {

class LoopBody {
public:
  LoopBody(const Loop &loop, const Function &function, const Uses &uses, const MemoryPlan &plan)
      : loop(loop), function(function), uses(uses), plan(plan),
        steps(function.values, loop.body, loop.body.parameters[0]) {}

  bool isIndependent() const {
    const auto isScanned = [&](Value v) { return function.type(v).isScalar() && uses.count(v) > 1; };
    if (llvm::any_of(llvm::drop_begin(loop.body.parameters), isScanned) ||
        llvm::any_of(loop.body.results, isScanned) || !collect(loop.body) || writes.empty())
      return false;
    return llvm::all_of(writes, [&](const Access &write) {
      return steps.areDistinct(*write.indices) && llvm::all_of(accesses, [&](const Access &other) {
               return !mayAlias(write.array, other.array) ||
                      (base(write.array) == base(other.array) && *write.indices == *other.indices);
             });
    });
  }

private:
  struct Access {
    Value array;
    const Values *indices;
  };
  const Loop &loop;
  const Function &function;
  const Uses &uses;
  const MemoryPlan &plan;
  const analysis::IndexSteps steps;
  mutable llvm::SmallVector<Access, 8> accesses, writes;

  /// What an accumulator adds to is not read meanwhile. Two may be one array of the caller's (adjoints of arguments that
  /// are the same): additions in vector lanes, one statement after the other, arrive all the same.
  bool mayAlias(Value a, Value b) const { return a == b || plan.mayAlias(a, b); }

  /// The array whose memory and shape `v` has after updates in the body.
  Value base(Value v) const {
    const Statement *s = uses.definition(v);
    if (!s || !uses.isInside(v, loop.body))
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

  /// The elements that the block reads and writes; false where it does more than that.
  bool collect(const Block &block) const {
    return llvm::all_of(block.statements, [&](const Statement &s) {
      if (const auto *index = std::get_if<Index>(&s.op)) {
        accesses.push_back({index->array, &index->indices});
        return function.type(s.results[0]).isScalar() && !plan.delayed(index->array);
      }
      if (const auto *update = std::get_if<Update>(&s.op)) {
        accesses.push_back({update->array, &update->indices});
        writes.push_back(accesses.back());
        return function.type(update->value).isScalar() && !plan.copies(s.results[0]);
      }
      if (const auto *accumulate = std::get_if<Accumulate>(&s.op)) {
        accesses.push_back({accumulate->accumulator, &accumulate->indices});
        writes.push_back(accesses.back());
        return function.type(accumulate->value).isScalar();
      }
      if (const auto *branch = std::get_if<If>(&s.op))
        return collect(branch->then) && collect(branch->otherwise);
      return std::holds_alternative<Apply>(s.op) || std::holds_alternative<Extent>(s.op);
    });
  }
};

} // namespace

bool isIndependent(const Statement &s, const Function &function, const Uses &uses, const MemoryPlan &plan) {
  const Loop &loop = std::get<Loop>(s.op);
  const bool isInPlace = llvm::all_of(s.results, [&](Value r) { return !function.type(r).isArray() || plan.stable(r); });
  return loop.isCounted() && isInPlace && LoopBody(loop, function, uses, plan).isIndependent();
}

} // namespace soac::schedule
