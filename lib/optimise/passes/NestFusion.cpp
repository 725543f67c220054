// Loops of one count that do not depend on each other, read a common array and have work in common become one: the forward and the return
// sweep of a nest that carries nothing from iteration to iteration, which then compute once what both need.
//
//   b = loop n, (a) |i, p| { p[i] = exp(x[i]) };     with_accumulators (u) |v| { loop n, () |j| { v[j] += c[j] exp(x[j]) } }   ->
//   with_accumulators (u) |v| { b = loop n, (a) |i, p| { e = exp(x[i]);  p[i] = e;  v[i] += c[i] e } }
//
// Iterations of either loop may run in any order, and so have elements of their own. The forward sweep may also be a reduction, as a sum
// over iterations is, where the return sweep only adds to accumulators:
//
//   s = map_reduce n |i| { f(i) };   with_accumulators (u) |v| { loop n, () |j| { v[j] += f'(j) } }
//   ->   with_accumulators (u) |v| { s = map_reduce n |i| { y = f(i);  v[i] += f'(i);  y } }
#include "analysis/Cost.h"
#include "analysis/Effects.h"
#include "analysis/LastUses.h"
#include "optimise/passes/BlockUses.h"
#include "optimise/passes/OrderFree.h"
#include "optimise/passes/PassList.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

constexpr unsigned leastCostInLoops = 8; ///< of work that is worth doing once in loops without inner ones

/// The counters of the loops whose iterations may run in any order.
llvm::DenseSet<Value> freeCounters(const Function &f) {
  const DefUse definitions(f.body);
  llvm::DenseSet<Value> result;
  forEachStatement(f.body, [&](const Statement &s) {
    if (const auto *loop = std::get_if<Loop>(&s.op); loop && hasFreeOrder(*loop, f.values, definitions))
      result.insert(loop->body.parameters[0]);
  });
  return result;
}

/// The costly primitives of a body; none where it has blocks.
std::optional<llvm::SmallVector<Prim, 4>> costlyWork(const Block &body, const ValueTable &values) {
  llvm::SmallVector<Prim, 4> result;
  for (const Statement &s : body.statements) {
    bool hasBlocks = false;
    forEachBlock(s.op, [&](const Block &) { hasBlocks = true; });
    if (hasBlocks && !std::holds_alternative<If>(s.op))
      return std::nullopt;
    if (const auto *apply = std::get_if<Apply>(&s.op); apply && cost(*apply, values) >= leastCostInLoops)
      result.push_back(apply->prim);
  }
  return result;
}

class NestsOfBlock {
public:
  NestsOfBlock(Block &block, ValueTable &values, const std::vector<bool> &consumed, const llvm::DenseSet<Value> &isFree)
      : uses(block, values, consumed), statements(block.statements), values(values), isFree(isFree) {}

  void moveIntoRegions() {
    for (unsigned region = 0; region < statements.size(); ++region)
      for (unsigned position = region; std::holds_alternative<WithAccumulators>(statements[region].op) && position-- > 0;)
        if (nestAt(position) && hasPartner(position, region) && uses.placeOf(position, region) == region)
          moveInto(position, region);
    uses.compact();
  }
  void fuseLoops() {
    for (unsigned second = 0; second < statements.size(); ++second)
      for (unsigned first = second; loopAt(second) && first-- > 0;)
        if (nestAt(first) && fit(*nestAt(first), *loopAt(second), uses.usesAt(first), uses.usesAt(second)) && !uses.isUsedBy(first, second))
          if (const auto place = uses.placeOf(first, second)) {
            Statement a = uses.take(first), b = uses.take(second);
            uses.put(*place, fused(std::move(a), std::move(b)));
            break;
          }
    uses.compact();
  }

private:
  const Loop *loopAt(unsigned position) const {
    const auto *loop = uses.isEmpty(position) ? nullptr : std::get_if<Loop>(&statements[position].op);
    return loop && loop->isCounted() && isFree.contains(loop->body.parameters[0]) ? loop : nullptr;
  }

  /// What the sweep that comes first may be: such a loop, or a reduction.
  struct Nest {
    Value count;
    llvm::ArrayRef<Value> inits; ///< of a loop
    const Block &body;
    bool isReduction;
  };
  std::optional<Nest> nestAt(unsigned position) const {
    if (const Loop *loop = loopAt(position))
      return Nest{loop->count, loop->inits, loop->body, false};
    const auto *reduction = uses.isEmpty(position) ? nullptr : std::get_if<MapReduce>(&statements[position].op);
    return reduction && !hasEffect(*reduction) && !hasCheck(*reduction) ? std::optional(Nest{reduction->count, {}, reduction->fn, true}) : std::nullopt;
  }

  /// Have they work in common, while neither changes in place what the other one uses?
  bool fit(const Nest &a, const Loop &b, const ValueSet &usesOfA, const ValueSet &usesOfB) const {
    const auto isArray = [&](Value v) { return values.type(v).isArray(); };
    if (a.count != b.count || (a.isReduction && (!b.inits.empty() || hasCheck(b))) || llvm::any_of(a.inits, [&](Value v) { return usesOfB.contains(v); }) ||
        llvm::any_of(b.inits, [&](Value v) { return usesOfA.contains(v); }) ||
        llvm::none_of(usesOfA, [&](Value v) { return isArray(v) && usesOfB.contains(v); }))
      return false;
    const auto workOfA = costlyWork(a.body, values), workOfB = costlyWork(b.body, values);
    if (!workOfA || !workOfB)
      return !workOfA && !workOfB;
    return llvm::any_of(*workOfA, [&](Prim p) { return llvm::is_contained(*workOfB, p); });
  }

  bool hasPartner(unsigned position, unsigned region) const {
    const auto &with = std::get<WithAccumulators>(statements[region].op);
    if (uses.isUsedBy(position, region) || hasEffect(statements[position].op) ||
        llvm::any_of(with.inits, [&](Value v) { return uses.usesAt(position).contains(v); }))
      return false;
    return llvm::any_of(with.body.statements, [&](const Statement &s) {
      const auto *loop = std::get_if<Loop>(&s.op);
      return loop && loop->isCounted() && isFree.contains(loop->body.parameters[0]) &&
             fit(*nestAt(position), *loop, uses.usesAt(position), freeVariables(s.op, values));
    });
  }
  void moveInto(unsigned position, unsigned region) {
    Statement loop = uses.take(position), s = uses.take(region);
    auto &with = std::get<WithAccumulators>(s.op);
    for (Value &v : loop.results) {
      s.results.push_back(v);
      v = values.freshLike(v);
      with.body.results.push_back(v);
    }
    with.body.statements.insert(with.body.statements.begin(), std::move(loop));
    uses.put(region, std::move(s));
  }

  static Statement fused(Statement a, Statement b) {
    auto &second = std::get<Loop>(b.op);
    if (auto *reduction = std::get_if<MapReduce>(&a.op)) {
      substitute(second.body, {{second.body.parameters[0], reduction->fn.parameters[0]}});
      llvm::move(second.body.statements, std::back_inserter(reduction->fn.statements));
      return a;
    }
    auto &first = std::get<Loop>(a.op);
    substitute(second.body, {{second.body.parameters[0], first.body.parameters[0]}});
    first.inits.append(second.inits);
    first.body.parameters.append(second.body.parameters.begin() + 1, second.body.parameters.end());
    first.body.results.append(second.body.results);
    llvm::move(second.body.statements, std::back_inserter(first.body.statements));
    a.results.append(b.results);
    return a;
  }

  BlockUses uses;
  std::vector<Statement> &statements;
  ValueTable &values;
  const llvm::DenseSet<Value> &isFree;
};

using Step = void (NestsOfBlock::*)();

/// Outer blocks first: fusing them brings inner loops together.
void inBlocks(Step step, Block &block, ValueTable &values, const std::vector<bool> &consumed, const llvm::DenseSet<Value> &isFree) {
  (NestsOfBlock(block, values, consumed, isFree).*step)();
  for (Statement &s : block.statements)
    forEachBlock(s.op, [&](Block &inner) { inBlocks(step, inner, values, consumed, isFree); });
}

} // namespace

Function fuseNests(Function function) {
  const llvm::DenseSet<Value> isFree = freeCounters(function);
  for (const Step step : {&NestsOfBlock::moveIntoRegions, &NestsOfBlock::fuseLoops})
    inBlocks(step, function.body, function.values, consumedValues(function), isFree);
  return function;
}

} // namespace soac::optimise
