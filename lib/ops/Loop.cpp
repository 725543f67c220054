// x(0) = inits; x(i+1) = body(i, x(i)); (r..) = x(count), or x at the first i where `condition` is false.
//   tangent:  carry (x, x'); the trip count is that of the primal
//   adjoint:  the forward sweep stores what the return sweep needs of each x(i); the return sweep runs backwards:
//             x_adj(i) = body's adjoint at (i, x(i)) with seed x_adj(i+1); x_adj(0) goes to inits, and free variables
//             of the body add up over the iterations [SC22 §4.2]
#include "ops/Evaluation.h"
#include "ops/InPlace.h"
#include "ops/Lift.h"
#include "ir/Walk.h"
#include "ops/Ops.h"
#include "ops/UndoLog.h"
#include "prims/Prims.h"

#include <limits>

namespace soac::ops {
namespace {

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

bool holds(const ir::Block &condition, llvm::ArrayRef<Data> carried, Evaluation &eval) {
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
  llvm::SmallVector<Data, 4> carried;
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

// What the forward sweep leaves for the return sweep.
struct Forward {
  ir::Values checkpoints;                      ///< per carried value: its contents at the entry of each iteration; unset for logged ones
  llvm::SmallVector<std::size_t, 2> positions; ///< logged carried values: arrays that are updated in place
  std::vector<UndoLog> logs;                   ///< one for each
  ir::Values starts;                           ///< its lengths at the entries of the iterations; unset where all add as many
  std::vector<std::optional<std::int64_t>> perIteration; ///< these many
};

// Adds a carried array to the loop that keeps `parameter` as it is at the entry of each iteration.
void addCheckpoint(ir::Loop &loop, ir::Value init, ir::Value parameter, ir::Builder &b, ir::Builder &entry) {
  ir::Values extents{loop.count};
  extents.append(b.extents(init));
  loop.inits.push_back(b.fill(b.zero(b.type(init).scalar), extents));
  const ir::Value store = b.values.fresh(b.type(loop.inits.back()), b.values.name(parameter) + "_checkpoint");
  loop.body.parameters.push_back(store);
  loop.body.results.push_back(entry.update(store, {loop.body.parameters[0]}, parameter));
}

// Appends the loop with undo logs for what it updates in place and checkpoints of all else that it carries.
Forward runForward(const ir::Statement &statement, ir::Builder &b) {
  LoggedStatement logged = withUndoLogs(statement, b);
  Forward forward{ir::Values(statement.results.size()), logged.positions, logged.logs, {},
                  logged.perIteration};
  auto &loop = std::get<ir::Loop>(logged.statement.op);
  ir::Values &results = logged.statement.results;
  std::vector<ir::Statement> entry;
  ir::Builder in(b.values, entry, statement.location);
  const auto checkpoint = [&](std::size_t k) {
    addCheckpoint(loop, loop.inits[k], loop.body.parameters[k + 1], b, in);
    results.push_back(b.values.fresh(b.type(loop.inits.back()), b.values.name(loop.body.parameters.back())));
    return results.back();
  };
  for (std::size_t k = 0; k < statement.results.size(); ++k)
    if (!llvm::is_contained(forward.positions, k))
      forward.checkpoints[k] = checkpoint(k);
  std::size_t position = statement.results.size();
  for (std::size_t m = 0; m < forward.logs.size(); ++m) {
    forward.starts.push_back(forward.perIteration[m] ? ir::Value() : checkpoint(position));
    position += forward.logs[m].values().size();
  }
  std::vector<ir::Statement> &body = loop.body.statements;
  body.insert(body.begin(), std::make_move_iterator(entry.begin()), std::make_move_iterator(entry.end()));
  b.statements().push_back(std::move(logged.statement));
  return forward;
}

// The loop from the last iteration to the first. It carries the adjoints of the active carried values, the logged
// arrays (undone one iteration after another), the lengths of their logs, and sums for the free scalars.
class LoopReturn {
public:
  LoopReturn(const ir::Loop &op, llvm::ArrayRef<ir::Value> results, const Forward &forward, Adjoints &adjoints)
      : op(op), results(results), forward(forward), adjoints(adjoints), active(adjoints.activeFlags(results)),
        free(adjoints.activeFree({&op.body})) {}

  void run() {
    const ir::Value last = adjoints.builder().sub(op.count, adjoints.builder().index(1));
    ir::Values inits = adjoints.adjointsOfActive(results);
    const std::size_t restored = inits.size();
    for (std::size_t m = 0; m < forward.logs.size(); ++m)
      inits.push_back(adjoints.current(results[forward.positions[m]]));
    for (std::size_t m = 0; m < forward.logs.size(); ++m)
      inits.push_back(forward.starts[m] ? forward.logs[m].position : adjoints.builder().index(0));
    const std::size_t summed = inits.size();
    for (ir::Value v : free.scalars)
      inits.push_back(adjoints.builder().zero(adjoints.builder().type(v).scalar));
    const ir::Values finals = adjoints.withAccumulators(free.arrays, [&] {
      ir::Types types{ir::indexType};
      for (ir::Value v : inits)
        types.push_back(adjoints.builder().type(v));
      ir::Loop back{op.count, {}, inits, {}, {}};
      back.body = adjoints.nested(types, free.scalars, {}, [&](llvm::ArrayRef<ir::Value> p) {
        return iteration(adjoints.builder().sub(last, p[0]), p.slice(1, restored), p.slice(1 + restored));
      });
      // What an iteration adds to the free scalars is added to their sums.
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
    for (std::size_t m = 0; m < forward.logs.size(); ++m)
      adjoints.restore(op.inits[forward.positions[m]], finals[restored + m]);
  }

private:
  // Re-executes iteration i and runs its return sweep. Returns the adjoints at its entry, then the restored arrays and
  // the lengths of their logs.
  ir::Values iteration(ir::Value i, llvm::ArrayRef<ir::Value> seeds, llvm::ArrayRef<ir::Value> arrays) {
    ir::Builder &b = adjoints.builder();
    ir::Values arguments{i}, starts;
    llvm::SmallVector<bool, 4> isActive{false};
    for (std::size_t k = 0; k < results.size(); ++k) {
      isActive.push_back(active[k]);
      const auto m = static_cast<std::size_t>(llvm::find(forward.positions, k) - forward.positions.begin());
      if (m == forward.positions.size()) {
        arguments.push_back(b.read(forward.checkpoints[k], {i}, b.values.name(op.body.parameters[k + 1])));
        continue;
      }
      UndoLog log = forward.logs[m];
      ir::Value start;
      if (const auto count = forward.perIteration[m]) {
        start = b.mul(i, b.index(*count));
        log.position = b.add(start, b.index(*count));
        starts.push_back(b.index(0));
      } else {
        start = b.read(forward.starts[m], {i});
        log.position = arrays[forward.logs.size() + m];
        starts.push_back(start);
      }
      arguments.push_back(undo(arrays[m], log, start, b));
    }
    llvm::SmallVector<Adjoints::Seed, 4> resultSeeds;
    for (std::size_t k = 0, next = 0; k < results.size(); ++k)
      resultSeeds.push_back(active[k] ? Adjoints::Seed(seeds[next++]) : Adjoints::Seed());
    adjoints.sweep(op.body, arguments, isActive, resultSeeds);
    ir::Values before;
    for (std::size_t k = 0; k < results.size(); ++k)
      if (active[k])
        before.push_back(adjoints.of(arguments[k + 1]));
    for (std::size_t position : forward.positions)
      before.push_back(adjoints.current(arguments[position + 1]));
    before.append(starts);
    return before;
  }

  const ir::Loop &op;
  llvm::ArrayRef<ir::Value> results;
  const Forward &forward;
  Adjoints &adjoints;
  llvm::SmallVector<bool, 4> active;
  FreeVariables free;
};

// A loop without a trip count gets one from an inspector: the loop itself with a counter, of which dead code
// elimination leaves the slice that steers it [SC22 §6.2].
ir::Loop withTripCount(const ir::Loop &op, const ir::Statement &statement, ir::Builder &b) {
  ir::Loop inspector{{}, ir::cloneBlock(op.condition, b.values), op.inits, ir::cloneBlock(op.body, b.values), {}};
  inspector.inits.push_back(b.index(0));
  inspector.condition.parameters.push_back(b.values.fresh(ir::indexType));
  inspector.body.parameters.push_back(b.values.fresh(ir::indexType));
  ir::Builder in(b.values, inspector.body.statements, statement.location);
  inspector.body.results.push_back(in.add(inspector.body.parameters.back(), b.index(1)));
  const ir::Value most = op.annotations.bound ? b.cast(ir::Scalar::I64, op.annotations.bound) : ir::Value();
  if (most) { // one more than allowed is enough to know
    ir::Builder test(b.values, inspector.condition.statements, statement.location);
    const ir::Value mayGoOn = test.apply(prims::Prim::Le, {inspector.condition.parameters.back(), most});
    inspector.condition.results[0] = test.apply(prims::Prim::And, {inspector.condition.results[0], mayGoOn});
  }
  ir::Loop counted{b.emit(std::move(inspector)).back(), {}, op.inits, op.body, op.annotations};
  counted.body.parameters.insert(counted.body.parameters.begin(), b.values.fresh(ir::indexType));
  if (most)
    b.check(b.apply(prims::Prim::Le, {counted.count, most}), boundMessage(op.annotations));
  counted.annotations.bound = {};
  return counted;
}

// Undoes the whole statement, for the arrays that it updates in place.
void restoreLogged(llvm::ArrayRef<ir::Value> inits, llvm::ArrayRef<ir::Value> results,
                   llvm::ArrayRef<std::size_t> positions, llvm::ArrayRef<UndoLog> logs, Adjoints &adjoints) {
  ir::Builder &b = adjoints.builder();
  for (std::size_t m = 0; m < logs.size(); ++m)
    adjoints.restore(inits[positions[m]], undo(adjoints.current(results[positions[m]]), logs[m], b.index(0), b));
}

// `forward` is the statement that the forward sweep runs, `op` the loop that the return sweep re-executes.
ReturnSweep countedAdjoint(const ir::Loop &op, const ir::Statement &forward, Adjoints &adjoints) {
  Forward left = runForward(forward, adjoints.builder());
  return [op, results = ir::Values(llvm::ArrayRef(forward.results)), left = std::move(left), &adjoints] {
    const bool isReached = llvm::any_of(results, [&](ir::Value r) { return adjoints.isActiveAndNonzero(r); });
    if (isReached || adjoints.accumulates({&op.body})) {
      const ir::Loop now = std::get<ir::Loop>(adjoints.current(op));
      LoopReturn(now, results, left, adjoints).run();
      return;
    }
    restoreLogged(op.inits, results, left.positions, left.logs, adjoints);
  };
}

// A loop without derivatives: only what it overwrites is put back.
ReturnSweep restoringAdjoint(const ir::Loop &op, const ir::Statement &statement, Adjoints &adjoints) {
  LoggedStatement logged = withUndoLogs(statement, adjoints.builder());
  adjoints.builder().statements().push_back(logged.statement);
  if (logged.logs.empty())
    return {};
  return [inits = op.inits, results = statement.results, logged, &adjoints] {
    restoreLogged(inits, results, logged.positions, logged.logs, adjoints);
  };
}

} // namespace

ReturnSweep adjoint(const ir::Loop &op, const ir::Statement &statement, Adjoints &adjoints) {
  ir::Statement kept = adjoints.withoutAccumulators(statement);
  if (!adjoints.reaches(statement))
    return restoringAdjoint(op, kept, adjoints);
  if (op.isCounted())
    return countedAdjoint(op, kept, adjoints);
  // Only the copy that has no additions to accumulators is inspected; the return sweep has them all.
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
