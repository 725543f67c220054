// Dead code elimination: keeps what a result of the function, or an effect, depends on.
//
// Liveness is the least fixed point of "v is live, so what v is made of is live", followed through single results: of
// a multi-result statement only the live components are kept. A loop-carried value that only feeds itself is never
// reached from outside the loop, so it goes, and with it checkpoints and undo logs that no return sweep reads. An
// `Accumulate` lives when its accumulator does; a `Check` always does, and so does an array with a claim to be checked.
//
// A component of a reduction (its neutral element, array, accumulated and element parameter, result) lives or dies as
// one, so that operators keep their shape.
#include "analysis/DeadCode.h"

#include "analysis/DefUse.h"
#include "analysis/Effects.h"
#include "analysis/Flow.h"
#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {

using namespace ir;
namespace {

class Liveness {
public:
  Liveness(const Function &f, Claimed claimed) : claimed(claimed), definitions(f.body), live(f.values.size()) {
    record(f.body);
    for (Value v : f.body.results)
      mark(v);
    for (Value v : f.body.parameters)
      if (f.type(v).accumulator)
        mark(v);
    for (const Statement *s : kept) {
      activate(s);
      keepOperators(s);
      if (const auto *loop = std::get_if<Loop>(&s->op))
        for (unsigned k : loop->annotations.noFalseDependencies)
          mark(s->results[k]);
    }
    drain();
  }

  bool isLive(Value v) const { return live[v.id]; }
  bool isActive(const Statement &s) const { return active.contains(&s); }

private:
  void record(const Block &block) {
    forEachStatement(block, [&](const Statement &s) {
      if (const auto *a = std::get_if<Accumulate>(&s.op))
        accumulates[a->accumulator].push_back(&s);
      const auto *invoke = std::get_if<Invoke>(&s.op);
      if (invoke)
        for (Value accumulator : invoke->accumulators)
          accumulates[accumulator].push_back(&s);
      if (std::holds_alternative<Check>(s.op) || isKeptClaim(s.op) || (invoke && invoke->mayFail))
        kept.push_back(&s);
      bool hasBlocks = false; // else all operands are needed
      forEachBlock(s.op, [&](const Block &) { hasBlocks = true; });
      if (hasBlocks)
        forEachFlow(s, [&](Value from, Value to) { madeOf[to].push_back(from); });
    });
  }

  bool isKeptClaim(const Op &op) const {
    const auto *loop = std::get_if<Loop>(&op);
    return loop && !loop->annotations.noFalseDependencies.empty() && claimed == Claimed::IsKept;
  }

  // An operator that holds a check keeps all its components: one without any would have no place for the check.
  void keepOperators(const Statement *s) {
    for (s = definitions.around(*s); s; s = definitions.around(*s))
      if (std::holds_alternative<Reduce>(s->op) || std::holds_alternative<Scan>(s->op) ||
          std::holds_alternative<MapReduce>(s->op) || std::holds_alternative<ReduceByIndex>(s->op))
        mark(s->results);
  }

  void mark(Value v) {
    if (!v || live[v.id])
      return;
    live[v.id] = true;
    worklist.push_back(v);
  }
  void mark(llvm::ArrayRef<Value> vs) {
    for (Value v : vs)
      mark(v);
  }

  void drain() {
    while (!worklist.empty()) {
      const Value v = worklist.pop_back_val();
      for (const Statement *s : accumulates.lookup(v))
        activate(s);
      if (const Definition *d = definitions.of(v); d && d->statement)
        activate(d->statement);
      mark(madeOf.lookup(v));
    }
  }

  // The statement is executed for something: whatever it needs to be executed at all is live, and so are its parents.
  void activate(const Statement *s) {
    for (; s && active.insert(s).second; s = definitions.around(*s))
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
                     [&](const auto &op) { everything(op); },
                 },
                 s->op);
  }
  void everything(const Op &op) {
    forEachOperand(op, [&](Value v) { mark(v); });
    forEachBlock(op, [&](const Block &inner) {
      mark(inner.results);
      mark(inner.parameters);
      forEachStatement(inner, [&](const Statement &s) {
        if (hasEffect(s.op))
          activate(&s);
      });
    });
  }

  Claimed claimed;
  DefUse definitions;
  std::vector<bool> live;
  llvm::DenseMap<Value, Values> madeOf; ///< through the blocks of a statement
  llvm::DenseMap<Value, llvm::SmallVector<const Statement *, 2>> accumulates;
  std::vector<const Statement *> kept; ///< whatever their results are used for
  llvm::DenseSet<const Statement *> active;
  llvm::SmallVector<Value, 64> worklist;
};

// Takes away what is not live.
class Sweep {
public:
  explicit Sweep(const Liveness &liveness) : liveness(liveness) {}

  void block(Block &b) {
    std::vector<Statement> kept;
    kept.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      if (!liveness.isActive(s))
        continue;
      std::visit([&](auto &op) { statement(op, s); }, s.op);
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      if (auto *w = std::get_if<WithAccumulators>(&s.op); w && w->inits.empty() && s.results.empty()) {
        llvm::move(w->body.statements, std::back_inserter(kept));
        continue;
      }
      kept.push_back(std::move(s));
    }
    b.statements = std::move(kept);
  }

private:
  using Flags = llvm::SmallVector<bool, 8>;

  Flags flags(llvm::ArrayRef<Value> vs) const {
    Flags result;
    for (Value v : vs)
      result.push_back(liveness.isLive(v));
    return result;
  }
  static void keep(Values &vs, llvm::ArrayRef<bool> flags, std::size_t from = 0) {
    std::size_t to = from;
    for (std::size_t k = from; k < from + flags.size(); ++k)
      if (flags[k - from])
        vs[to++] = vs[k];
    vs.erase(vs.begin() + static_cast<std::ptrdiff_t>(to),
             vs.begin() + static_cast<std::ptrdiff_t>(from + flags.size()));
  }

  void statement(If &op, Statement &s) {
    const Flags live = flags(s.results);
    keep(s.results, live);
    keep(op.then.results, live);
    keep(op.otherwise.results, live);
  }
  void statement(Loop &op, Statement &s) {
    const Flags live = flags(llvm::ArrayRef(op.body.parameters).drop_front(op.isCounted()));
    keepAnnotations(op.annotations, live);
    keep(s.results, live);
    keep(op.inits, live);
    keep(op.body.results, live);
    keep(op.body.parameters, live, op.isCounted());
    if (!op.isCounted())
      keep(op.condition.parameters, live);
  }
  static void keepAnnotations(LoopAnnotations &annotations, llvm::ArrayRef<bool> live) {
    llvm::SmallVector<unsigned, 2> kept;
    for (unsigned k : annotations.noFalseDependencies)
      if (live[k])
        kept.push_back(static_cast<unsigned>(llvm::count(live.take_front(k), true)));
    annotations.noFalseDependencies = kept;
  }
  void statement(Map &op, Statement &s) {
    const Flags results = flags(s.results), elements = flags(llvm::ArrayRef(op.fn.parameters).drop_front());
    keep(s.results, results);
    keep(op.fn.results, results);
    keep(op.arrays, elements);
    keep(op.fn.parameters, elements, 1);
  }
  void operatorComponents(Block &op, Values &neutral, const Flags &live) {
    keep(op.parameters, live, neutral.size());
    keep(op.parameters, live);
    keep(op.results, live);
    keep(neutral, live);
  }
  template <class T> void reduction(T &op, Statement &s) {
    const Flags live = flags(llvm::ArrayRef(op.op.parameters).take_front(op.neutral.size()));
    operatorComponents(op.op, op.neutral, live);
    keep(op.arrays, live);
    keep(s.results, live);
  }
  void statement(Reduce &op, Statement &s) { reduction(op, s); }
  void statement(Scan &op, Statement &s) { reduction(op, s); }
  void statement(MapReduce &op, Statement &s) {
    Flags results;
    for (Reduction &r : op.reductions) {
      const Flags live = flags(llvm::ArrayRef(r.op.parameters).take_front(r.neutral.size()));
      operatorComponents(r.op, r.neutral, live);
      results.append(live);
    }
    results.append(flags(llvm::ArrayRef(s.results).drop_front(results.size())));
    llvm::erase_if(op.reductions, [](const Reduction &r) { return r.neutral.empty(); });
    const Flags elements = flags(llvm::ArrayRef(op.fn.parameters).drop_front());
    keep(s.results, results);
    keep(op.fn.results, results);
    keep(op.arrays, elements);
    keep(op.fn.parameters, elements, 1);
    if (op.reductions.empty()) {
      Map map{op.count, std::move(op.arrays), std::move(op.fn)};
      s.op = std::move(map);
    }
  }
  void statement(ReduceByIndex &op, Statement &s) {
    const Flags live = flags(llvm::ArrayRef(op.op.parameters).take_front(op.neutral.size()));
    operatorComponents(op.op, op.neutral, live);
    keep(op.dests, live);
    keep(op.values, live);
    keep(s.results, live);
  }
  void statement(WithAccumulators &op, Statement &s) {
    const Flags accumulators = flags(op.body.parameters);
    const Flags own = flags(llvm::ArrayRef(s.results).drop_front(op.inits.size()));
    keep(s.results, own, op.inits.size());
    keep(s.results, accumulators);
    keep(op.inits, accumulators);
    keep(op.body.parameters, accumulators);
    keep(op.body.results, own);
  }
  template <class T> void statement(T &, Statement &) {}

  const Liveness &liveness;
};

} // namespace

Function eliminateDeadCode(Function function, Claimed claimed) {
  const Liveness liveness(function, claimed);
  Sweep(liveness).block(function.body);
  return function;
}

} // namespace soac::analysis
