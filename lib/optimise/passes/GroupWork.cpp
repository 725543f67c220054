#include "optimise/passes/GroupWork.h"

#include "analysis/Effects.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {

using namespace ir;

namespace {

constexpr std::int64_t fewTripsForGroups = 16; ///< those of a loop over lanes, or less

} // namespace

bool GroupWork::readsMatrices(const Loop &loop) const { return !matrices(loop).empty(); }

Value GroupWork::numbersOf(const Loop &loop, Builder &out) const {
  Value all = out.index(0);
  for (const Loops &loops : matrices(loop)) {
    Value numbers = out.index(1);
    for (const Loop *inner : loops)
      numbers = out.mul(numbers, out.apply(Prim::Max, {inTheMiddle(inner->count, out), out.index(0)}));
    all = out.add(all, numbers);
  }
  return all;
}

std::vector<GroupWork::Loops> GroupWork::matrices(const Loop &loop) const {
  std::vector<Loops> found;
  const auto access = [&](Value array, const Values &indices) {
    if (definitions.isInside(array, body))
      return;
    Loops loops;
    for (const Value v : indices)
      addLoops(v, loops);
    const bool isOfTrip = loops.contains(&loop);
    loops.remove_if([&](const Loop *l) {
      return l == &loop || !definitions.isInside(l->body.parameters[0], loop.body) || hasFewTrips(*l);
    });
    if (isOfTrip && loops.size() >= 2 && llvm::all_of(loops, [&](const Loop *l) { return isKnown(l->count); }))
      found.push_back(loops);
  };
  forEachStatement(loop.body, [&](const Statement &s) {
    if (const auto *read = std::get_if<Index>(&s.op))
      access(read->array, read->indices);
    else if (const auto *addition = std::get_if<Accumulate>(&s.op))
      access(addition->accumulator, addition->indices);
  });
  return found;
}

bool GroupWork::hasFewTrips(const Loop &loop) const {
  const auto isFew = [&](Value v) { return values.asInt(v).value_or(fewTripsForGroups + 1) <= fewTripsForGroups; };
  const auto *op = definitions.as<Apply>(loop.count);
  return isFew(loop.count) || (op && op->prim == Prim::Min && llvm::any_of(op->arguments, isFew));
}

/// The innermost counted loop in the body whose trips define the value; null where there is none.
const Loop *GroupWork::around(Value v) const {
  for (const Block *home = definitions.home(v); home && home != &body; home = definitions.parent(*home))
    if (const Statement *owner = definitions.owner(*home))
      if (const auto *loop = std::get_if<Loop>(&owner->op); loop && loop->isCounted())
        return loop;
  return nullptr;
}

/// Those whose trips decide an index, for all that is known: of what is not computed of other scalars, the loop around.
void GroupWork::addLoops(Value v, Loops &loops) const {
  if (!definitions.isInside(v, body))
    return;
  if (const auto *op = definitions.as<Apply>(v)) {
    for (const Value a : op->arguments)
      addLoops(a, loops);
    return;
  }
  if (const auto *read = definitions.as<Index>(v)) {
    addLoops(read->array, loops);
    for (const Value a : read->indices)
      addLoops(a, loops);
  }
  const Loop *loop = around(v);
  if (!loop)
    return;
  loops.insert(loop);
  if (const analysis::Definition *d = definitions.of(v); d->parameterOf == &loop->body && d->position > 0)
    addLoops(loop->inits[d->position - 1], loops);
}

/// May the integer be computed in front of the iterations, but for counters?
bool GroupWork::isKnown(Value v) const {
  if (values.asConstant(v) || !definitions.isInside(v, body))
    return true;
  if (definitions.isCounter(v))
    return v != body.parameters[0] && isKnown(around(v)->count);
  const auto *op = definitions.as<Apply>(v);
  if (!op)
    return false;
  const bool isQuotient = op->prim == Prim::Div && values.asInt(op->arguments[1]).value_or(0) > 0;
  return (isQuotient || analysis::isTotal(*op, values)) && llvm::all_of(op->arguments, [&](Value a) { return isKnown(a); });
}

/// The integer with half of their trips for counters.
Value GroupWork::inTheMiddle(Value v, Builder &out) const {
  if (values.asConstant(v) || !definitions.isInside(v, body))
    return v;
  if (definitions.isCounter(v))
    return out.div(inTheMiddle(around(v)->count, out), out.index(2));
  Apply op = *definitions.as<Apply>(v);
  for (Value &a : op.arguments)
    a = inTheMiddle(a, out);
  op.isExact = false;
  return out.emit1(op);
}

} // namespace soac::optimise
