#include "schedule/device/Apart.h"

#include "ir/Builder.h"
#include "ir/Walk.h"
#include "schedule/Lower.h"
#include "schedule/Schedule.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::schedule::device {

using namespace ir;

namespace {

/// Is there a reduction over something else than numbers and what follows from them?
bool hasWork(const Function &f) {
  bool found = false;
  forEachStatement(f.body, [&](const Statement &s) {
    if (const auto *reduce = std::get_if<MapReduce>(&s.op))
      forEachStatement(reduce->fn, [&](const Statement &inner) {
        const bool hasBlock = std::holds_alternative<Loop>(inner.op) || std::holds_alternative<Map>(inner.op);
        found |= hasBlock || llvm::any_of(inner.results, [&](Value v) { return f.type(v).isArray(); });
      });
  });
  return found;
}

/// Takes the map out of the reduction with this first result. False where there is none.
bool takeApart(Block &block, Value first, ValueTable &values) {
  for (std::size_t k = 0; k < block.statements.size(); ++k) {
    bool isDone = false;
    forEachBlock(block.statements[k].op, [&](Block &inner) { isDone = isDone || takeApart(inner, first, values); });
    if (isDone)
      return true;
    Statement &s = block.statements[k];
    auto *reduce = std::get_if<MapReduce>(&s.op);
    if (!reduce || s.results.empty() || s.results[0] != first || reduce->fn.statements.empty())
      continue;
    std::size_t reduced = 0;
    for (const Reduction &each : reduce->reductions)
      reduced += each.neutral.size();
    Map map{reduce->count, reduce->arrays, std::move(reduce->fn)};
    Values mapped, elements;
    llvm::SmallVector<Type, 4> types{indexType};
    for (std::size_t r = 0; r < reduced; ++r) {
      const Type element = values.type(map.fn.results[r]);
      types.push_back(element);
      mapped.push_back(values.fresh(element.withRank(element.rank + 1), values.name(s.results[r])));
    }
    MapReduce rest{reduce->count, mapped, {}, std::move(reduce->reductions)};
    Builder builder(values, block.statements, s.location);
    rest.fn = builder.block(types, [](Builder &, llvm::ArrayRef<Value> p) { return Values(llvm::drop_begin(p)); });
    Statement after{Values(llvm::ArrayRef(s.results).take_front(reduced)), std::move(rest), s.location};
    mapped.append(s.results.begin() + static_cast<std::ptrdiff_t>(reduced), s.results.end());
    s = Statement{mapped, std::move(map), s.location};
    block.statements.insert(block.statements.begin() + static_cast<std::ptrdiff_t>(k) + 1, std::move(after));
    return true;
  }
  return false;
}

} // namespace

Function lowerForDevice(const interface::CxxFunction &face) {
  Function lowered = lower(face.function);
  for (bool isChanged = hasWork(lowered); isChanged;) {
    const Value unfit = Schedule(face, lowered, 0, /*isOutermost=*/true, Target::Device).unfitReduction;
    isChanged = unfit && takeApart(lowered.body, unfit, lowered.values);
  }
  return lowered;
}

} // namespace soac::schedule::device
