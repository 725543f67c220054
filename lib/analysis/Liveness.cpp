#include "analysis/Liveness.h"

#include "analysis/Effects.h"
#include "analysis/Flow.h"
#include "ir/Fields.h"

namespace soac::analysis {

using namespace ir;

Liveness::Liveness(const Function &f, Claimed claimed, const Asked *asked)
    : claimed(claimed), asked(asked), definitions(f.body), live(f.values.size()) {
  record(f.body);
  for (std::size_t k = 0; k < f.body.results.size(); ++k)
    if (!asked || asked->results[k])
      mark(f.body.results[k]);
  for (Value v : f.body.parameters)
    if (f.type(v).accumulator)
      mark(v);
  for (const Statement *s : kept) {
    need(s);
    keepOperators(s);
    if (const auto *loop = std::get_if<Loop>(&s->op))
      for (unsigned k : loop->annotations.noFalseDependencies)
        mark(s->results[k]);
  }
  drain();
}

void Liveness::record(const Block &block) {
  forEachStatement(block, [&](const Statement &s) {
    if (const auto *a = std::get_if<Accumulate>(&s.op))
      accumulates[a->accumulator].push_back(&s);
    const auto *invoke = std::get_if<Invoke>(&s.op);
    if (invoke)
      for (Value accumulator : invoke->accumulators)
        accumulates[accumulator].push_back(&s);
    if (std::holds_alternative<Check>(s.op) || isKeptClaim(s.op) || (invoke && invoke->mayFail))
      kept.push_back(&s);
    bool hasBlocks = false; // without blocks, all operands are needed
    forEachBlock(s.op, [&](const Block &) { hasBlocks = true; });
    if (hasBlocks)
      forEachFlow(s, [&](Value from, Value to) { madeOf[to].push_back(from); });
  });
}

bool Liveness::isKeptClaim(const Op &op) const {
  const auto *loop = std::get_if<Loop>(&op);
  return loop && !loop->annotations.noFalseDependencies.empty() && claimed == Claimed::IsKept;
}

// An operator that holds a check keeps all its components: one without any would have no place for the check.
void Liveness::keepOperators(const Statement *s) {
  for (s = definitions.around(*s); s; s = definitions.around(*s))
    if (std::holds_alternative<Reduce>(s->op) || std::holds_alternative<Scan>(s->op) ||
        std::holds_alternative<MapReduce>(s->op) || std::holds_alternative<ReduceByIndex>(s->op))
      mark(s->results);
}

void Liveness::mark(Value v) {
  if (!v || live[v.id])
    return;
  live[v.id] = true;
  worklist.push_back(v);
}

void Liveness::mark(llvm::ArrayRef<Value> vs) {
  for (Value v : vs)
    mark(v);
}

void Liveness::drain() {
  while (!worklist.empty()) {
    const Value v = worklist.pop_back_val();
    for (const Statement *s : accumulates.lookup(v))
      need(s);
    if (const Definition *d = definitions.of(v); d && d->statement)
      need(d->statement);
    mark(madeOf.lookup(v));
  }
}

// Marks a statement as needed: the values that decide how it is executed (counts, conditions, keys) are live, and the
// statements around it are needed.
void Liveness::need(const Statement *s) {
  for (; s && needed.insert(s).second; s = definitions.around(*s))
    std::visit(Overloaded{
                   [&](const If &op) { mark(op.condition); },
                   [&](const Loop &op) {
                     mark(op.count);
                     mark(op.condition.results);
                     mark(op.annotations.bound);
                   },
                   [&](const Map &op) { mark(op.count); },
                   [&](const Reduce &op) { mark(op.count); },
                   [&](const Scan &op) { mark(op.count); },
                   [&](const MapReduce &op) { mark(op.count); },
                   [&](const ReduceByIndex &op) {
                     mark(op.count);
                     mark(op.keys);
                   },
                   [](const WithAccumulators &) {},
                   [&](const OneOf<WithRules, Differentiate> auto &) { everything(s->op); },
                   [&](const WithoutBlocks auto &) { everything(s->op); },
                   [&](const Invoke &op) { operandsOf(op); },
               },
               s->op);
}

void Liveness::operandsOf(const Invoke &op) {
  for (std::size_t k = 0; k < op.arguments.size() + op.accumulators.size(); ++k)
    if (!asked || asked->operands(op, k))
      mark(k < op.arguments.size() ? op.arguments[k] : op.accumulators[k - op.arguments.size()]);
}

void Liveness::everything(const Op &op) {
  forEachOperand(op, [&](Value v) { mark(v); });
  forEachBlock(op, [&](const Block &inner) {
    mark(inner.results);
    mark(inner.parameters);
    forEachStatement(inner, [&](const Statement &s) {
      if (hasEffect(s.op))
        need(&s);
    });
  });
}

} // namespace soac::analysis
