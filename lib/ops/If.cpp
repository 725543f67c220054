// (r..) = c ? then : otherwise. Only the branch that is taken is executed, so the other one contributes nothing to
// values or derivatives, also where its value would be infinite or not a number.
//   tangent:  the tangents of the results of the branch that is taken
//   adjoint:  the return sweep of the branch that is taken; free variables of the other one receive zero [SC22 §4]
#include "ops/rules/Evaluation.h"
#include "ir/Walk.h"
#include "ops/rules/AssociativeTangent.h"
#include "ops/Ops.h"
#include "ops/rules/UndoLog.h"

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

} // namespace

ReturnSweep adjoint(const ir::If &op, const ir::Statement &statement, Adjoints &adjoints) {
  LoggedStatement logged = withUndoLogs(adjoints.withoutAccumulators(statement), adjoints);
  adjoints.builder().statements().push_back(logged.statement);
  announce(logged, adjoints);
  return [op, results = statement.results, logged, &adjoints] {
    for (std::size_t m = 0; m < logged.logs.size(); ++m) {
      ir::Builder &b = adjoints.builder();
      const ir::Value changed = adjoints.current(results[logged.positions[m]]);
      adjoints.undone(logged.sources[m], results[logged.positions[m]], undo(changed, logged.logs[m], b.index(0), b),
                      logged.logs[m].limit);
    }
    const bool isReached = llvm::any_of(results, [&](ir::Value r) { return adjoints.isActiveAndNonzero(r); });
    if (!isReached && !adjoints.accumulates({&op.then, &op.otherwise}))
      return;
    const ir::If now = std::get<ir::If>(adjoints.current(op));
    llvm::SmallVector<Adjoints::Seed, 4> seeds;
    for (ir::Value r : results)
      seeds.push_back(adjoints.isActiveAndNonzero(r) ? Adjoints::Seed(adjoints.of(r)) : Adjoints::Seed());
    std::vector<Adjoints::InPlaceChange> changes;
    for (ir::Value r : results)
      changes.push_back({adjoints.mostUpdates(r), nullptr});
    const ir::Values passed = passedThrough(now, adjoints);
    FreeVariables free = adjoints.activeFree({&now.then, &now.otherwise});
    llvm::erase_if(free.arrays, [&](ir::Value v) { return llvm::is_contained(passed, v); });
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
