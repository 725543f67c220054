#include "schedule/Levels.h"

#include "interface/Interface.h"
#include "ir/Fields.h"
#include "ir/Walk.h"
#include "support/Overloaded.h"

namespace soac::schedule {

using namespace ir;

Levels::Levels(const Function &function, const Uses &uses, const Shapes &shapes, const MemoryPlan &plan, const FreeLoops &free,
               bool isOutermost, bool isOnHost)
    : function(function), uses(uses), shapes(shapes), plan(plan), free(free), isOnHost(isOnHost) {
  block(function.body, {isOutermost, false});
}

static constexpr std::int64_t fewTrips = 64; ///< simple iterations, which no thread is worth

static Value countOf(const Statement &s) {
  const auto *map = std::get_if<Map>(&s.op);
  return map ? map->count : std::get<MapReduce>(s.op).count;
}

/// True when a failed check or an exception may end the block.
bool Levels::block(const Block &b, Around around) {
  if (around.isInLanes)
    inLanes.insert(&b);
  bool fails = false;
  for (const Statement &s : b.statements)
    fails |= statement(s, around);
  return fails;
}

/// True when the statement may fail.
bool Levels::statement(const Statement &s, Around around) {
  bool fails = llvm::any_of(s.results, [&](Value r) { return plan.lateShape(r); });
  Around inside = around;
  std::visit(Overloaded{[&](const Map &o) {
                          schedule(s, o.fn, around.isOutermost);
                          inside = {false, true, false};
                        },
                        [&](const MapReduce &o) {
                          schedule(s, o.fn, around.isOutermost);
                          if (!of(s).operators.empty())
                            inside = {false, true, false};
                        },
                        [&](const Loop &o) {
                          inside.isInLanes = o.isCounted() && !isChain(o);
                          independent[&s] = independenceOf(s, function, uses, plan);
                          inside.isInLoop = true;
                          if (shares(s, o, around)) {
                            putOnThreads(s, o.body);
                            parallel[&s].isVector = isIndependent(independent[&s]);
                            parallel[&s].accumulators = *free.added(s);
                            inside.isOutermost = false;
                          }
                        },
                        [&](const Scan &o) { putOnThreads(s, o.op); }, [&](const ReduceByIndex &o) { putOnThreads(s, o.op); },
                        [&](const Check &) { fails = true; }, [&](const Invoke &o) { fails = o.mayFail; },
                        [&](const Call &o) { fails = !o.face || !o.face->isVariable; },
                        [](const OneOf<If, Reduce, WithAccumulators, WithRules, Differentiate> auto &) {},
                        [](const WithoutBlocks auto &) {}},
             s.op);
  forEachBlock(s.op, [&](const Block &b) { fails |= block(b, inside); });
  if (const auto found = parallel.find(&s); found != parallel.end())
    found->second.mayFail = fails;
  return fails;
}

/// Too few simple iterations for threads?
bool Levels::isShort(Value count, bool isVector) const {
  return isVector && function.values.asInt(count).value_or(fewTrips + 1) <= fewTrips;
}

/// Is the loop for threads? Not where an iteration may end the user's program or throw, since the first one has to do that; nor
/// where simple iterations are done over and over by a loop around: a compiler makes better vector code of a loop that is
/// no function of threads, which costs more than they gain there.
bool Levels::shares(const Statement &s, const Loop &loop, Around around) const {
  const bool isSimple = isIndependent(independent.lookup(&s));
  if (!isOnHost || !around.isOutermost || !loop.isCounted() || (isSimple && around.isInLoop) || isShort(loop.count, isSimple))
    return false;
  bool hasExit = false;
  forEachStatement(loop.body, [&](const Statement &inner) {
    const auto *check = std::get_if<Check>(&inner.op);
    hasExit |= check && !check->exit.empty();
  });
  return !hasExit && free.added(s);
}

void Levels::putOnThreads(const Statement &s, const Block &fn) {
  Parallel &p = parallel[&s];
  p.level = Level::Threads;
  p.work = workOf(fn, uses, shapes);
}

void Levels::schedule(const Statement &s, const Block &fn, bool isOutermost) {
  Parallel &p = parallel[&s];
  const bool isLate = llvm::any_of(s.results, [&](Value r) { return plan.lateShape(r); });
  if (const auto *reduction = std::get_if<MapReduce>(&s.op))
    for (const Reduction &r : reduction->reductions) {
      const auto known = recognise(r.op, function.values);
      if (!known) {
        p.operators.clear();
        return;
      }
      p.operators.push_back(*known);
    }
  p.isVector = !isLate && (isVector(fn) || addsToOwnElements(fn, function, uses, plan));
  if (!isOutermost || isLate || isShort(countOf(s), p.isVector))
    return;
  putOnThreads(s, fn);
  if (isOnHost && free.added(s)) {
    p.accumulators = *free.added(s);
    return;
  }
  for (Value v : freeVariables(s.op, function.values))
    if (function.type(v).accumulator)
      p.accumulators.push_back(v);
}

/// True for iterations that a compiler can put into vector lanes: no inner loops, no memory of their own, no additions.
bool Levels::isVector(const Block &fn) const {
  return llvm::all_of(fn.statements, [&](const Statement &s) {
    if (std::holds_alternative<Apply>(s.op) || std::holds_alternative<Index>(s.op) || std::holds_alternative<Extent>(s.op))
      return true;
    if (const auto *branch = std::get_if<If>(&s.op))
      return isVector(branch->then) && isVector(branch->otherwise);
    return false;
  });
}

/// True when the loop carries a floating-point scalar, which keeps its iterations in order.
bool Levels::isChain(const Loop &loop) const {
  return llvm::any_of(loop.inits, [&](Value v) { return function.type(v).isScalar() && isFloat(function.type(v).scalar); });
}

} // namespace soac::schedule
