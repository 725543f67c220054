#include "optimise/passes/SteadyElements.h"

#include "analysis/InPlace.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {

using namespace analysis;
using namespace ir;

SteadyElements::SteadyElements(const Function &f)
    : values(f.values), definitions(f.body),
      polynomials(values, definitions, [](Scalar s) { return s == Scalar::I64; }) {}

bool SteadyElements::isSteady(llvm::ArrayRef<Value> indices, const Loop &loop, const ArrayAccesses &inLoop) const {
  const IndexRanges ranges(values, definitions, loop.body);
  return llvm::all_of(inLoop.all(),
                      [&](const Access &a) { return !a.isWrite || ranges.areApartThroughout(indices, a.indices); });
}

bool SteadyElements::mayFail(const Statement &s) {
  bool may = std::holds_alternative<Check>(s.op) || std::holds_alternative<Invoke>(s.op);
  forEachBlock(s.op, [&](const Block &b) { may |= has<Check>(b) || has<Invoke>(b); });
  return may;
}

bool SteadyElements::makesTrip(const Statement &loop) const {
  const Block &home = *definitions.home(loop);
  const Value count = std::get<Loop>(loop.op).count;
  const IndexRanges ranges(values, definitions, home);
  return ranges.isNonNegative(polynomials.of(count) - 1, home) ||
         ranges.isNonNegative(polynomials.of(openCount(count, values, definitions)) - 1, home);
}

bool SteadyElements::isAccessedBefore(const Statement &loop, Value array, const Values &indices) const {
  const Block &home = *definitions.home(loop);
  llvm::SmallVector<Value> versions; // in front of the loop, and what they are made of
  while (array) {
    versions.push_back(array);
    const Statement *made = definitions.statement(array);
    array = made && definitions.home(*made) == &home ? inPlaceSource(*made, definitions.of(array)->position) : Value();
  }
  return std::any_of(home.statements.data(), &loop, [&](const Statement &s) {
    const auto *read = std::get_if<Index>(&s.op);
    const auto *update = std::get_if<Update>(&s.op);
    return (read && read->indices == indices && llvm::is_contained(versions, read->array)) ||
           (update && update->indices == indices && llvm::is_contained(versions, update->array));
  });
}

SteadyElements::Front SteadyElements::foremost(Front front, llvm::ArrayRef<Value> indices,
                                               llvm::ArrayRef<Value> needed) const {
  const Block &home = *definitions.home(*front.loop);
  const IndexRanges ranges(values, definitions, home);
  for (;;) {
    const Statement *before = definitions.statement(front.array);
    const auto *loop = before && definitions.home(*before) == &home ? std::get_if<Loop>(&before->op) : nullptr;
    if (!loop || !loop->isCounted() || std::any_of(before, front.loop, mayFail))
      return front;
    const unsigned position = definitions.of(front.array)->position;
    const ArrayAccesses inLoop(*loop, position, values);
    const auto isElsewhere = [&](const Access &a) { return !a.isWrite || ranges.areApartInside(indices, a.indices); };
    const auto isKnown = [&](Value v) {
      const Statement *made = definitions.statement(v);
      return !made || definitions.home(*made) != &home || made < before;
    };
    if (!inLoop.isKnown() || !llvm::all_of(inLoop.all(), isElsewhere) || !llvm::all_of(needed, isKnown))
      return front;
    front = {before, loop->inits[position]};
  }
}

} // namespace soac::optimise
