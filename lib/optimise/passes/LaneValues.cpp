#include "optimise/passes/LaneValues.h"

#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {

using namespace ir;

LaneValues::LaneValues(const Block &body, const ValueTable &values) : values(values) {
  varying.insert(body.parameters[0]);
  while (std::exchange(isChanged, false))
    block(body, false);
}

void LaneValues::mark(Value v) {
  if (values.asConstant(v))
    return;
  isFine &= values.type(v).isScalar() || local.contains(v);
  isChanged |= varying.insert(v);
}

/// Versions of one array, or of one carried number: all vary, or none.
void LaneValues::markTogether(llvm::ArrayRef<Value> all) {
  if (llvm::any_of(all, [&](Value v) { return isVarying(v); }))
    llvm::for_each(all, [&](Value v) { mark(v); });
}

bool LaneValues::anyVarying(const Op &op) const {
  bool isAny = false;
  forEachOperand(op, [&](Value v) { isAny |= isVarying(v); });
  return isAny;
}

void LaneValues::block(const Block &b, bool isUnder) {
  for (const Statement &s : b.statements)
    statement(s, isUnder);
}

void LaneValues::loop(const Loop &op, const Statement &s, bool isUnder) {
  bool isOwn = isUnder || (op.isCounted() && isVarying(op.count));
  if (!op.isCounted()) {
    block(op.condition, isUnder);
    isOwn |= isVarying(op.condition.results[0]) || isVarying(s); // each iteration goes through it by itself
  }
  for (std::size_t k = 0; k < op.inits.size(); ++k) {
    const Value parameter = op.body.parameters[k + op.isCounted()], next = op.body.results[k];
    llvm::SmallVector<Value, 5> versions = {parameter, s.results[k]};
    if (!op.isCounted())
      versions.push_back(op.condition.parameters[k]);
    if (values.type(parameter).isArray()) {
      versions.append({op.inits[k], next});
      if (local.contains(op.inits[k]))
        local.insert(versions.begin(), versions.end());
    } else if (isOwn || isVarying(op.inits[k]) || isVarying(next)) {
      mark(parameter);
    }
    if (isOwn)
      mark(s.results[k]);
    markTogether(versions);
  }
  block(op.body, isOwn);
}

void LaneValues::statement(const Statement &s, bool isUnder) {
  std::visit(
      Overloaded{[&](const OneOf<Apply, Index> auto &op) {
                   if (anyVarying(op))
                     mark(s.results[0]);
                 },
                 [&](const Extent &) {},
                 [&](const Fill &op) {
                   local.insert(s.results[0]);
                   isFine &= !isUnder && llvm::none_of(op.extents, [&](Value v) { return isVarying(v); });
                   if (isVarying(op.value))
                     mark(s.results[0]);
                 },
                 [&](const Update &op) {
                   if (local.contains(op.array))
                     local.insert(s.results[0]);
                   isFine &= local.contains(op.array) && values.type(op.value).isScalar();
                   if (isUnder || anyVarying(op))
                     mark(s.results[0]);
                   markTogether({op.array, s.results[0]});
                 },
                 [&](const Accumulate &op) {
                   isFine &= values.type(op.value).isScalar();
                   if (local.contains(op.accumulator))
                     mark(op.accumulator);
                 },
                 [&](const WithAccumulators &op) {
                   isFine &= !isUnder;
                   for (auto [k, init] : llvm::enumerate(op.inits)) {
                     isFine &= local.contains(init);
                     local.insert(op.body.parameters[k]);
                     local.insert(s.results[k]);
                   }
                   for (std::size_t k = 0; k < op.body.results.size(); ++k)
                     if (local.contains(op.body.results[k]))
                       local.insert(s.results[op.inits.size() + k]);
                   block(op.body, isUnder);
                   for (std::size_t k = 0; k < op.inits.size(); ++k)
                     markTogether({op.inits[k], op.body.parameters[k], s.results[k]});
                   for (std::size_t k = 0; k < op.body.results.size(); ++k)
                     markTogether({op.body.results[k], s.results[op.inits.size() + k]});
                 },
                 [&](const If &op) {
                   const bool isOwn = isUnder || isVarying(op.condition);
                   block(op.then, isOwn);
                   block(op.otherwise, isOwn);
                   for (std::size_t k = 0; k < s.results.size(); ++k) {
                     const Value x = op.then.results[k], y = op.otherwise.results[k], r = s.results[k];
                     if (values.type(r).isArray() && (local.contains(x) || local.contains(y))) {
                       local.insert(r);
                       markTogether({x, y, r});
                     }
                     if (isOwn || isVarying(x) || isVarying(y))
                       mark(r);
                   }
                 },
                 [&](const Loop &op) { loop(op, s, isUnder); },
                 [&](const OneOf<Iota, Argsort, Repeated, Rearrange, Reshape, Slice, Rotate, Concat, Map, Reduce, Scan, MapReduce,
                                 ReduceByIndex, Scatter, Call, Invoke, WithRules, Check, Differentiate> auto &) {
                   isFine = false;
                 }},
      s.op);
}

bool LaneValues::isVarying(const Statement &s) const {
  bool isAny = std::holds_alternative<Accumulate>(s.op) || llvm::any_of(s.results, [&](Value v) { return isVarying(v); });
  forEachBlock(s.op, [&](const Block &b) { isAny = isAny || llvm::any_of(b.statements, [&](const Statement &t) { return isVarying(t); }); });
  return isAny;
}

bool LaneValues::isShared(const Statement &s) const {
  if (const auto *loop = std::get_if<Loop>(&s.op))
    return loop->isCounted() && !isVarying(loop->count);
  if (const auto *choice = std::get_if<If>(&s.op))
    return !isVarying(choice->condition);
  return std::holds_alternative<WithAccumulators>(s.op) || std::holds_alternative<Fill>(s.op);
}

bool LaneValues::hasOwnLoops(const Statement &s) const {
  bool hasLoops = std::holds_alternative<Loop>(s.op);
  forEachBlock(s.op, [&](const Block &b) { hasLoops |= has<Loop>(b); });
  return hasLoops && isVarying(s) && !isShared(s);
}

} // namespace soac::optimise
