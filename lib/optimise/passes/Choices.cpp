// Loops of a few trips whose number decides which way a branch with loops or calls goes, to their iterations, before they are
// differentiated:
//   loop 2, (a) |axis, p| { isFirst = eq axis, 0;  q = if isFirst { .. loop .. } else { .. loop .. }  yield q }
//   ->  q = .. loop ..;  q' = .. loop ..
// Of every branch one way is left in each iteration, so that the program grows little, and the return sweep need not run the
// iterations again one by one.
#include "optimise/passes/PassList.h"

#include "analysis/DefUse.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;
using prims::Prim;

constexpr std::int64_t mostTripsOfChoices = 4;
constexpr std::size_t mostStatementsOfIterations = 512; ///< of all iterations

/// The counters of such loops.
class ChoosingLoops {
public:
  explicit ChoosingLoops(const Function &f) : values(f.values), definitions(f.body) {
    forEachStatement(f.body, [&](const Statement &s) {
      const auto *loop = std::get_if<Loop>(&s.op);
      const auto trips = loop && loop->isCounted() && !isAnnotated(loop->annotations) ? values.asInt(loop->count) : std::nullopt;
      if (trips && *trips > 1 && *trips <= mostTripsOfChoices && decides(*loop, static_cast<std::size_t>(*trips)))
        counters.insert(loop->body.parameters[0]);
    });
  }
  const ValueSet &all() const { return counters; }

private:
  static bool isAnnotated(const LoopAnnotations &a) {
    return !a.areNone() || !a.shapeChanges.empty();
  }

  bool decides(const Loop &loop, std::size_t trips) const {
    std::size_t size = 0;
    bool isSo = false;
    forEachStatement(loop.body, [&](const Statement &s) {
      ++size;
      if (const auto *branch = std::get_if<If>(&s.op))
        isSo |= isComparison(branch->condition, loop.body.parameters[0]) && (isLong(branch->then) || isLong(branch->otherwise));
    });
    return isSo && size * trips <= mostStatementsOfIterations;
  }
  static bool isLong(const Block &b) {
    bool isSo = false;
    forEachStatement(b, [&](const Statement &s) { isSo |= std::holds_alternative<Loop>(s.op) || std::holds_alternative<Invoke>(s.op); });
    return isSo;
  }

  /// Of the counter with a number?
  bool isComparison(Value condition, Value counter) const {
    const auto *apply = definitions.as<Apply>(condition);
    if (!apply || apply->arguments.size() != 2 || prims::info(apply->prim).result != prims::Result::Bool)
      return false;
    const auto isCounter = [&](Value v) {
      const auto *cast = definitions.as<Apply>(v);
      return v == counter || (cast && cast->prim == Prim::Cast && cast->arguments[0] == counter);
    };
    const auto [a, b] = std::pair(apply->arguments[0], apply->arguments[1]);
    return (isCounter(a) && values.asInt(b)) || (isCounter(b) && values.asInt(a));
  }

  const ValueTable &values;
  const analysis::DefUse definitions;
  ValueSet counters;
};

class UnrolledChoices {
public:
  explicit UnrolledChoices(Function &f) : values(f.values), counters(ChoosingLoops(f).all()) {
    if (!counters.empty())
      block(f.body);
  }

private:
  void block(Block &b) {
    std::vector<Statement> kept;
    kept.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      substitute(s.op, same);
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      if (const auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted() && counters.contains(loop->body.parameters[0]))
        unroll(*loop, s.results, kept);
      else
        kept.push_back(std::move(s));
    }
    b.statements = std::move(kept);
    for (Value &v : b.results)
      v = same.contains(v) ? same.lookup(v) : v;
  }

  void unroll(const Loop &loop, const Values &results, std::vector<Statement> &out) {
    Values carried(loop.inits);
    for (std::int64_t i = 0; i < *values.asInt(loop.count); ++i) {
      Values arguments{values.constantIndex(i)};
      arguments.append(carried);
      carried = inlineBlock(loop.body, arguments, values, out);
    }
    for (auto [old, now] : llvm::zip_equal(results, carried))
      same[old] = now;
  }

  ValueTable &values;
  const ValueSet counters;
  ValueMap same;
};

} // namespace

Function unrollChoices(Function function) {
  UnrolledChoices run(function);
  return function;
}

} // namespace soac::optimise
