#include "schedule/Prune.h"

#include "analysis/DeadCode.h"
#include "analysis/Effects.h"
#include "schedule/Uses.h"

namespace soac::schedule {

using namespace ir;

namespace {

/// Components of a user's operator whose running values are not read, neither after the reduction nor for another
/// component: they keep their neutral elements, and are not computed. Reductions by such operators run in order.
class IdleComponents {
public:
  explicit IdleComponents(const Function &function) : function(function), uses(function) {}

  void block(Block &b) {
    for (Statement &s : b.statements) {
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      if (auto *o = std::get_if<MapReduce>(&s.op)) {
        llvm::ArrayRef<Value> results(s.results);
        for (Reduction &r : o->reductions) {
          reduction(r, results.take_front(r.neutral.size()));
          results = results.drop_front(r.neutral.size());
        }
      }
    }
  }

private:
  const Function &function;
  const Uses uses;

  void reduction(Reduction &r, llvm::ArrayRef<Value> results) const {
    llvm::DenseSet<Value> read;
    std::vector<bool> live(results.size());
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t k = 0; k < results.size(); ++k)
        if (!live[k] && (uses.count(results[k]) > 0 || read.contains(r.op.parameters[k]))) {
          live[k] = changed = true;
          read.insert(r.op.results[k]);
        }
      for (const Statement &s : llvm::reverse(r.op.statements))
        if (analysis::hasEffect(s.op) || llvm::any_of(s.results, [&](Value v) { return read.contains(v); }))
          for (Value v : freeVariables(s.op, function.values))
            read.insert(v);
    }
    for (std::size_t k = 0; k < results.size(); ++k)
      if (!live[k])
        r.op.results[k] = r.op.parameters[k];
  }
};

} // namespace

void prune(Function &function) {
  IdleComponents(function).block(function.body);
  function = analysis::eliminateDeadCode(std::move(function), analysis::Claimed::IsDropped);
}

} // namespace soac::schedule
