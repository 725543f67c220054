#include "analysis/DeadCode.h"

#include "ir/Fields.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {

using namespace ir;
namespace {

// Takes away the statements, results and parameters that are not live.
class Sweep {
public:
  explicit Sweep(const Liveness &liveness) : liveness(liveness) {}

  void block(Block &b) {
    std::vector<Statement> kept;
    kept.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      if (!liveness.isNeeded(s))
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
  void statement(const OneOf<WithRules, Differentiate> auto &, Statement &) {}
  void statement(const WithoutBlocks auto &, Statement &) {}

  const Liveness &liveness;
};

} // namespace

Function eliminateDeadCode(Function function, Claimed claimed) {
  const Liveness liveness(function, claimed);
  Sweep(liveness).block(function.body);
  return function;
}

} // namespace soac::analysis
