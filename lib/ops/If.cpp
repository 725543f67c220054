// (r..) = c ? then : otherwise. Only the branch that is taken is executed, so the other one contributes nothing to
// values or derivatives, also where its value would be infinite or not a number.
//   tangent:  the tangents of the results of the branch that is taken
//   adjoint:  the return sweep of the branch that is taken; free variables of the other one receive zero [SC22 §4]
#include "ir/Walk.h"
#include "ops/Ops.h"
#include "ops/rules/AssociativeTangent.h"
#include "ops/rules/Evaluation.h"
#include "ops/rules/HandedLog.h"
#include "ops/rules/UndoLog.h"
#include "prims/Prims.h"

namespace soac::ops {

void evaluate(const ir::If &op, const ir::Statement &statement, Evaluation &eval) {
  const ir::Block &taken = eval.isTrue(op.condition) ? op.then : op.otherwise;
  if (!eval.run(taken))
    return;
  for (std::size_t i = 0; i < statement.results.size(); ++i)
    eval.set(statement.results[i], eval.result(taken, i));
}

void tangent(const ir::If &op, const ir::Statement &statement, Tangents &tangents) {
  llvm::SmallVector<bool, 4> flags;
  for (ir::Value r : statement.results)
    flags.push_back(tangents.isActive(r));
  ir::If both{op.condition, tangents.transform(op.then, flags), tangents.transform(op.otherwise, flags)};
  ir::Values results = liftResults(statement.results, flags, tangents);
  tangents.builder().statements().push_back({std::move(results), std::move(both), statement.location});
}

namespace {

// Arrays that both branches hand on in place: the branches return their adjoints as values instead of adding
// contributions.
ir::Values passedThrough(const ir::If &op, Adjoints &adjoints) {
  ir::Values arrays;
  for (std::size_t k = 0; k < op.then.results.size(); ++k) {
    const ir::Value source = analysis::inPlaceSource(op.then.results[k], op.then);
    if (source && source == analysis::inPlaceSource(op.otherwise.results[k], op.otherwise) &&
        adjoints.isActive(source) && adjoints.builder().type(source).isArray() && !adjoints.hasAccumulator(source) &&
        !llvm::is_contained(arrays, adjoints.original(source)))
      arrays.push_back(adjoints.original(source));
  }
  return arrays;
}

/// What else the branches use that is active.
FreeVariables freeBeside(llvm::ArrayRef<ir::Value> passed, const ir::If &op, Adjoints &adjoints) {
  FreeVariables free = adjoints.activeFree({&op.then, &op.otherwise});
  llvm::erase_if(free.arrays, [&](ir::Value v) { return llvm::is_contained(passed, v); });
  return free;
}

llvm::SmallVector<Adjoints::Seed, 4> seedsOf(llvm::ArrayRef<ir::Value> results, Adjoints &adjoints) {
  llvm::SmallVector<Adjoints::Seed, 4> seeds;
  for (ir::Value r : results)
    seeds.push_back(adjoints.isActiveAndNonzero(r) ? Adjoints::Seed(adjoints.of(r)) : Adjoints::Seed());
  return seeds;
}

/// The return sweep of a branch around loops that take their entries from the log of the loop around
/// (ops/rules/HandedLog.h).
class TakingBranch {
public:
  TakingBranch(const ir::If &op, const ir::Statement &statement, Adjoints &adjoints)
      : op(op), results(statement.results), adjoints(adjoints) {
    for (auto [k, r] : llvm::enumerate(results)) {
      logs.push_back(adjoints.handedLog(r));
      entries.push_back(analysis::inPlaceSource(statement, k));
      skip(*logs.back(), r, adjoints);
    }
  }

  void run() {
    ir::If now = std::get<ir::If>(adjoints.current(op));
    now.condition = takeDecisions(now.condition);
    const ir::Values passed = passedThrough(now, adjoints);
    const FreeVariables free = freeBeside(passed, now, adjoints);
    std::size_t left = 0;
    const ir::Values values = adjoints.withAccumulators(free.arrays, [&] {
      ir::If back{now.condition, arm(now, true, free.scalars, passed), arm(now, false, free.scalars, passed)};
      left = back.then.results.size() - free.scalars.size() - passed.size();
      return adjoints.builder().emit(std::move(back));
    });
    ir::Values targets = free.scalars;
    targets.append(passed);
    adjoints.addToActive(targets, llvm::ArrayRef(values).drop_front(left));
    llvm::ArrayRef<ir::Value> next(values);
    for (auto [k, log] : llvm::enumerate(logs)) {
      const std::size_t own = valuesOf(log->now).size();
      handBack(*log, stateOf(next.take_front(own), log->now), entries[k], adjoints);
      next = next.drop_front(own);
    }
  }

private:
  /// Goes to the execution of the branch in each log with decisions; returns which arm it took.
  ir::Value takeDecisions(ir::Value condition) {
    ir::Builder &b = adjoints.builder();
    if (op.isRecorded)
      for (auto [k, log] : llvm::enumerate(logs))
        if (log->now.decisions) {
          const ir::Value wasTaken = log->now.decisions.wasTaken(b);
          condition = Decisions::isThen(op, k) ? wasTaken : b.apply(prims::Prim::Not, {wasTaken});
        }
    return condition;
  }
  /// Yields, of each log, what is left of it; then the adjoints.
  ir::Block arm(const ir::If &now, bool isThen, llvm::ArrayRef<ir::Value> scalars, llvm::ArrayRef<ir::Value> arrays) {
    const llvm::SmallVector<Adjoints::Seed, 4> seeds = seedsOf(results, adjoints);
    return adjoints.nested({}, scalars, arrays, [&](llvm::ArrayRef<ir::Value>) {
      std::vector<Adjoints::InPlaceChange> changes;
      for (auto [k, log] : llvm::enumerate(logs)) {
        changes.push_back({{}, std::make_shared<HandedLog>(HandedLog{log->now, log->contents})});
        if (op.isRecorded && log->now.decisions && Decisions::isThen(op, k) == isThen)
          changes.back().handed->now.decisions.dropTaken(adjoints.builder());
      }
      adjoints.sweep(isThen ? now.then : now.otherwise, {}, {}, seeds, /*reachFree=*/true, changes);
      ir::Values left;
      for (const Adjoints::InPlaceChange &change : changes)
        left.append(valuesOf(change.handed->now));
      return left;
    });
  }

  ir::If op;
  ir::Values results, entries;                  ///< the arrays behind the branch and in front of it
  std::vector<std::shared_ptr<HandedLog>> logs; ///< of each
  Adjoints &adjoints;
};

} // namespace

ReturnSweep adjoint(const ir::If &op, const ir::Statement &statement, Adjoints &adjoints) {
  if (takesHandedLogs(statement, adjoints))
    return [branch = std::make_shared<TakingBranch>(op, statement, adjoints)] { branch->run(); };
  LoggedStatement logged = withUndoLogs(adjoints.withoutAccumulators(statement), adjoints);
  adjoints.builder().statements().push_back(logged.statement);
  announce(logged, adjoints);
  return [op, results = statement.results, logged, &adjoints] {
    for (std::size_t m = 0; m < logged.logs.size(); ++m) {
      ir::Builder &b = adjoints.builder();
      const ir::Value changed = adjoints.current(results[logged.positions[m]]);
      adjoints.undone(logged.sources[m], results[logged.positions[m]], undo(changed, logged.logs[m], b.index(0), b),
                      logged.logs[m].limits);
    }
    const bool isReached = llvm::any_of(results, [&](ir::Value r) { return adjoints.isActiveAndNonzero(r); });
    if (!isReached && !adjoints.accumulates({&op.then, &op.otherwise}))
      return;
    const ir::If now = std::get<ir::If>(adjoints.current(op));
    const llvm::SmallVector<Adjoints::Seed, 4> seeds = seedsOf(results, adjoints);
    std::vector<Adjoints::InPlaceChange> changes;
    for (ir::Value r : results)
      changes.push_back({adjoints.mostUpdates(r), nullptr});
    const ir::Values passed = passedThrough(now, adjoints);
    const FreeVariables free = freeBeside(passed, now, adjoints);
    const ir::Values values = adjoints.withAccumulators(free.arrays, [&] {
      const auto branch = [&](const ir::Block &block) {
        return adjoints.nested({}, free.scalars, passed, [&](llvm::ArrayRef<ir::Value>) {
          adjoints.sweep(block, {}, {}, seeds, /*reachFree=*/true, changes);
          ir::Values restored;
          for (ir::Value source : logged.sources)
            restored.push_back(adjoints.current(source));
          return restored;
        });
      };
      ir::Block then = branch(now.then);
      ir::Block otherwise = branch(now.otherwise);
      return adjoints.builder().emit(ir::If{now.condition, std::move(then), std::move(otherwise)});
    });
    ir::Values targets = free.scalars;
    targets.append(passed);
    adjoints.addToActive(targets, llvm::ArrayRef(values).drop_front(logged.sources.size()));
    for (std::size_t m = 0; m < logged.sources.size(); ++m)
      adjoints.restore(logged.sources[m], values[m]);
  };
}

} // namespace soac::ops
