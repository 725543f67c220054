#include "schedule/Independence.h"

#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::schedule {

using namespace ir;

namespace {

class LoopBody {
public:
  LoopBody(const Loop &loop, const Function &function, const Uses &uses, const MemoryPlan &plan)
      : loop(loop), function(function), uses(uses), plan(plan) {}

  bool isIndependent() const {
    const auto isScanned = [&](Value v) { return function.type(v).isScalar() && uses.count(v) > 1; };
    if (llvm::any_of(llvm::drop_begin(loop.body.parameters), isScanned) || llvm::any_of(loop.body.results, isScanned) || !collect(loop.body) || writes.empty())
      return false;
    return llvm::all_of(writes, [&](const Access &write) {
      return llvm::any_of(*write.indices, [&](Value v) { return step(v).value_or(0) != 0; }) &&
             llvm::all_of(accesses, [&](const Access &other) {
               return !plan.mayAlias(write.array, other.array) ||
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
  mutable llvm::SmallVector<Access, 8> accesses, writes;

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
      if (const auto *branch = std::get_if<If>(&s.op))
        return collect(branch->then) && collect(branch->otherwise);
      return std::holds_alternative<Apply>(s.op) || std::holds_alternative<Extent>(s.op);
    });
  }

  /// By how much `v` grows in each iteration, as far as that is a constant. What wraps around needs more iterations than
  /// there are lanes.
  std::optional<std::int64_t> step(Value v) const {
    if (v == loop.body.parameters[0])
      return 1;
    if (!uses.isInside(v, loop.body))
      return 0;
    const Statement *s = uses.definition(v);
    const auto *apply = s ? std::get_if<Apply>(&s->op) : nullptr;
    if (!apply || isFloat(apply->type))
      return std::nullopt;
    const auto argument = [&](std::size_t k) { return step(apply->arguments[k]); };
    switch (apply->prim) {
    case Prim::Cast: return bitWidth(apply->type) >= 32 ? argument(0) : std::nullopt;
    case Prim::Neg:
      if (const auto a = argument(0))
        return -*a;
      return std::nullopt;
    case Prim::Add:
    case Prim::Sub: {
      const auto a = argument(0), b = argument(1);
      if (!a || !b)
        return std::nullopt;
      return apply->prim == Prim::Add ? *a + *b : *a - *b;
    }
    case Prim::Mul:
      for (std::size_t k : {0, 1})
        if (const auto factor = function.values.asInt(apply->arguments[k]))
          if (const auto a = argument(1 - k); a && std::abs(*factor) < 1000 && std::abs(*a) < 1000)
            return *a * *factor;
      return argument(0) == 0 && argument(1) == 0 ? std::optional<std::int64_t>(0) : std::nullopt;
    default: return std::nullopt;
    }
  }
};

} // namespace

bool isIndependent(const Statement &s, const Function &function, const Uses &uses, const MemoryPlan &plan) {
  const Loop &loop = std::get<Loop>(s.op);
  const bool isInPlace = llvm::all_of(s.results, [&](Value r) { return !function.type(r).isArray() || plan.stable(r); });
  return loop.isCounted() && isInPlace && LoopBody(loop, function, uses, plan).isIndependent();
}

} // namespace soac::schedule
