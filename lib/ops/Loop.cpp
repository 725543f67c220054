// x(0) = inits; x(i+1) = body(i, x(i)); (r..) = x(count), or x at the first i where `condition` is false.
//   tangent:  carry (x, x'); the trip count is that of the primal
//   adjoint:  the forward sweep stores the parts of each x(i) that the return sweep needs, which runs backwards:
//             x_adj(i) = body's adjoint at (i, x(i)) with seed x_adj(i+1); inits receive x_adj(0), and the adjoints of
//             the body's free variables add up over the iterations [SC22 §4.2]
#include "ops/Ops.h"
#include "ops/rules/AssociativeTangent.h"
#include "ops/rules/Evaluation.h"
#include "ops/rules/HandedLog.h"
#include "ops/rules/LoopStates.h"
#include "ops/rules/UndoLog.h"

#include <limits>

namespace soac::ops {
namespace {

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

bool holds(const ir::Block &condition, llvm::ArrayRef<RuntimeValue> carried, Evaluation &eval) {
  for (std::size_t i = 0; i < carried.size(); ++i)
    eval.set(condition.parameters[i], carried[i]);
  if (!eval.run(condition))
    return false;
  const bool isTrue = eval.resultNumber(condition, 0).i != 0;
  eval.release(condition.parameters);
  return isTrue;
}

} // namespace

void evaluate(const ir::Loop &op, const ir::Statement &statement, Evaluation &eval) {
  llvm::SmallVector<RuntimeValue, 4> carried;
  for (ir::Value v : op.inits)
    carried.push_back(eval.take(v));
  const bool isCounted = op.isCounted();
  const std::int64_t count = isCounted ? eval.integer(op.count) : unlimited;
  const std::int64_t bound = op.annotations.bound ? eval.integer(op.annotations.bound) : unlimited;
  for (std::int64_t i = 0; i < count; ++i) {
    if (!isCounted && !holds(op.condition, carried, eval))
      break;
    if (i >= bound) {
      eval.fail("the loop runs more often than its bound " + llvm::Twine(op.annotations.boundText));
      return;
    }
    if (isCounted)
      eval.setNumber(op.body.parameters[0], numberOf(i));
    for (std::size_t k = 0; k < carried.size(); ++k)
      eval.set(op.body.parameters[k + isCounted], std::move(carried[k]));
    if (!eval.run(op.body))
      return;
    for (std::size_t k = 0; k < carried.size(); ++k)
      carried[k] = eval.result(op.body, k);
  }
  if (eval.failed())
    return;
  for (std::size_t k = 0; k < carried.size(); ++k)
    eval.set(statement.results[k], std::move(carried[k]));
}

void tangent(const ir::Loop &op, const ir::Statement &statement, Tangents &tangents) {
  llvm::SmallVector<bool, 4> flags;
  for (ir::Value r : statement.results)
    flags.push_back(tangents.isActive(r));
  ir::Loop both{op.count, op.condition, withTangents(op.inits, flags, tangents), tangents.transform(op.body, flags),
                op.annotations};
  if (!op.isCounted())
    for (std::size_t k = 0; k < flags.size(); ++k)
      if (flags[k])
        both.condition.parameters.push_back(
            tangents.builder().values.fresh(tangents.builder().type(statement.results[k])));
  ir::Values results = liftResults(statement.results, flags, tangents);
  tangents.builder().statements().push_back({std::move(results), std::move(both), statement.location});
}

namespace {

// The loop from the last iteration to the first. It carries the adjoints of the active carried values, the values that
// LoopStates carries, and the adjoints of the free scalars as sums.
class LoopReturn {
public:
  LoopReturn(const ir::Loop &op, llvm::ArrayRef<ir::Value> results, LoopStates &states, Adjoints &adjoints)
      : op(op), results(results), states(states), adjoints(adjoints), active(adjoints.activeFlags(results)),
        free(adjoints.activeFree({&op.body})) {}

  void run() {
    const ir::Value last = adjoints.builder().sub(op.count, adjoints.builder().index(1));
    ir::Values inits = adjoints.adjointsOfActive(results);
    const std::size_t own = inits.size();
    inits.append(states.inits(adjoints));
    const std::size_t summed = inits.size();
    for (ir::Value v : free.scalars)
      inits.push_back(adjoints.builder().zero(adjoints.builder().type(v).scalar));
    const ir::Values finals = adjoints.withAccumulators(free.arrays, [&] {
      ir::Types types{ir::indexType};
      for (ir::Value v : inits)
        types.push_back(adjoints.builder().type(v));
      ir::Loop back{op.count, {}, inits, {}, {}};
      back.annotations.stripmine = op.annotations.stripmine;
      back.annotations.revolve = op.annotations.revolve;
      back.body = adjoints.nested(types, free.scalars, {}, [&](llvm::ArrayRef<ir::Value> p) {
        const ir::Value i = adjoints.builder().sub(last, p[0]);
        return iteration(i, p.slice(1, own), p.slice(1 + own, summed - own));
      });
      // The contributions of an iteration to the free scalars are added to their sums.
      ir::Builder in(adjoints.builder().values, back.body.statements, adjoints.builder().location);
      for (std::size_t k = summed; k < inits.size(); ++k)
        back.body.results[k] = in.add(back.body.parameters[k + 1], back.body.results[k]);
      return adjoints.builder().emit(std::move(back));
    });
    std::size_t next = 0;
    for (std::size_t k = 0; k < results.size(); ++k)
      if (active[k]) {
        if (adjoints.isActive(op.inits[k]))
          adjoints.add(op.inits[k], finals[next]);
        ++next;
      }
    adjoints.addToActive(free.scalars, llvm::ArrayRef(finals).drop_front(summed));
    states.finish(llvm::ArrayRef(finals).slice(own, summed - own), adjoints);
  }

private:
  // Re-executes iteration i and runs its return sweep. Returns the adjoints at its entry, then the values that the
  // states carry on.
  ir::Values iteration(ir::Value i, llvm::ArrayRef<ir::Value> seeds, llvm::ArrayRef<ir::Value> own) {
    const ir::Values entered = states.enter(i, own, adjoints);
    ir::Values arguments{i};
    arguments.append(entered);
    llvm::SmallVector<bool, 4> isActive{false};
    llvm::append_range(isActive, active);
    llvm::SmallVector<Adjoints::Seed, 4> resultSeeds;
    for (std::size_t k = 0, next = 0; k < results.size(); ++k)
      resultSeeds.push_back(active[k] ? Adjoints::Seed(seeds[next++]) : Adjoints::Seed());
    adjoints.sweep(op.body, arguments, isActive, resultSeeds, /*reachFree=*/true, states.changes());
    ir::Values before;
    for (std::size_t k = 0; k < results.size(); ++k)
      if (active[k])
        before.push_back(adjoints.of(entered[k]));
    before.append(states.leave(i, entered, adjoints));
    return before;
  }

  const ir::Loop &op;
  llvm::ArrayRef<ir::Value> results;
  LoopStates &states;
  Adjoints &adjoints;
  llvm::SmallVector<bool, 4> active;
  FreeVariables free;
};

// `primal` is the statement that the forward sweep runs, `op` the loop that the return sweep re-executes.
ReturnSweep countedAdjoint(const ir::Loop &op, const ir::Statement &primal, Adjoints &adjoints) {
  const std::shared_ptr<LoopStates> states =
      op.annotations.revolve ? revolved(primal, adjoints) : checkpointed(primal, adjoints);
  return [op, results = primal.results, states, &adjoints] {
    const bool isReached = llvm::any_of(results, [&](ir::Value r) { return adjoints.isActiveAndNonzero(r); });
    if (!isReached && !adjoints.accumulates({&op.body}))
      return states->pass(adjoints);
    const ir::Loop now = std::get<ir::Loop>(adjoints.current(states->again(op, adjoints)));
    LoopReturn(now, results, *states, adjoints).run();
  };
}

// A loop that no derivative goes through: the return sweep only restores the elements that the loop overwrites.
ReturnSweep restoringAdjoint(const ir::Loop &op, const ir::Statement &statement, Adjoints &adjoints) {
  ir::Statement whole = statement;
  std::get<ir::Loop>(whole.op).annotations.partLogged.clear();
  LoggedStatement logged = withUndoLogs(whole, adjoints);
  std::get<ir::Loop>(logged.statement.op).annotations.noFalseDependencies.clear();
  adjoints.builder().statements().push_back(logged.statement);
  announce(logged, adjoints);
  if (logged.logs.empty())
    return {};
  return [inits = op.inits, results = statement.results, logged, &adjoints] {
    restoreLogged(inits, results, logged.positions, logged.logs, adjoints);
  };
}

} // namespace

ReturnSweep adjoint(const ir::Loop &op, const ir::Statement &statement, Adjoints &adjoints) {
  ir::Statement kept = adjoints.withoutAccumulators(statement);
  if (!adjoints.reaches(statement) && !takesHandedLogs(statement, adjoints))
    return restoringAdjoint(op, kept, adjoints);
  if (op.isCounted())
    return countedAdjoint(op, kept, adjoints);
  // The inspector is made of the copy without additions to accumulators; the loop of the return sweep keeps them.
  ir::Loop counted = withTripCount(std::get<ir::Loop>(kept.op), kept, adjoints.builder());
  ir::Loop full = op;
  full.count = counted.count;
  full.annotations.bound = {};
  full.condition = {};
  full.body.parameters.insert(full.body.parameters.begin(), counted.body.parameters.front());
  kept.op = std::move(counted);
  return countedAdjoint(full, kept, adjoints);
}

} // namespace soac::ops
