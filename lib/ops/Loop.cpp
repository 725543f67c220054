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
#include "prims/Prims.h"

#include <limits>

namespace soac::ops {
namespace {

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
  const std::int64_t count = isCounted ? eval.integer(op.count) : std::numeric_limits<std::int64_t>::max();
  const std::optional<std::int64_t> bound =
      op.annotations.bound ? std::optional(eval.integer(op.annotations.bound)) : std::nullopt;
  for (std::int64_t i = 0; i < count; ++i) {
    if (!isCounted && !holds(op.condition, carried, eval))
      break;
    if (bound && i >= *bound) {
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

// The loop with the carried values at the entry of each iteration stored: one more carried array for each of them.
// Returns these arrays.
ir::Values checkpointed(const ir::Loop &op, const ir::Statement &statement, ir::Builder &b) {
  const std::size_t n = op.inits.size();
  ir::Loop forward{op.count, {}, op.inits, op.body, op.annotations};
  for (ir::Value init : op.inits) {
    ir::Values extents{op.count};
    extents.append(b.extents(init));
    forward.inits.push_back(b.fill(b.zero(b.type(init).scalar), extents));
  }
  ir::Builder in(b.values, forward.body.statements, statement.location);
  std::vector<ir::Statement> body = std::move(forward.body.statements);
  forward.body.statements.clear();
  ir::Values results = forward.body.results;
  for (std::size_t k = 0; k < n; ++k) {
    const ir::Value parameter = forward.body.parameters[k + 1];
    const ir::Value store = b.values.fresh(b.type(forward.inits[n + k]), b.values.name(parameter) + "_checkpoint");
    forward.body.parameters.push_back(store);
    results.push_back(in.update(store, {forward.body.parameters[0]}, parameter));
  }
  for (ir::Statement &inner : body)
    forward.body.statements.push_back(std::move(inner));
  forward.body.results = std::move(results);
  ir::Values all = statement.results, checkpoints;
  for (std::size_t k = 0; k < n; ++k)
    checkpoints.push_back(b.values.fresh(b.type(forward.inits[n + k]), b.values.name(op.inits[k]) + "_checkpoint"));
  all.append(checkpoints);
  b.statements().push_back({std::move(all), std::move(forward), statement.location});
  return checkpoints;
}

void returnSweep(const ir::Loop &op, llvm::ArrayRef<ir::Value> results, llvm::ArrayRef<ir::Value> checkpoints,
                 Adjoints &adjoints) {
  const std::size_t n = results.size();
  const llvm::SmallVector<bool, 4> active = adjoints.activeFlags(results);
  const FreeVariables free = adjoints.activeFree({&op.body});
  const ir::Value last = adjoints.builder().sub(op.count, adjoints.builder().index(1));
  ir::Values inits = adjoints.adjointsOfActive(results);
  const std::size_t carried = inits.size();
  for (ir::Value v : free.scalars)
    inits.push_back(adjoints.builder().zero(adjoints.builder().type(v).scalar));
  const ir::Values finals = adjoints.withAccumulators(free.arrays, [&] {
    ir::Types types{ir::indexType};
    for (ir::Value v : inits)
      types.push_back(adjoints.builder().type(v));
    ir::Loop back{op.count, {}, inits, {}, {}};
    ir::Values sums;
    back.body = adjoints.nested(types, free.scalars, {}, [&](llvm::ArrayRef<ir::Value> p) {
      ir::Builder &b = adjoints.builder();
      ir::Values arguments{b.sub(last, p[0])};
      llvm::SmallVector<bool, 4> isActive{false};
      for (std::size_t k = 0; k < n; ++k) {
        arguments.push_back(b.read(checkpoints[k], {arguments[0]}, b.values.name(op.body.parameters[k + 1])));
        isActive.push_back(active[k]);
      }
      llvm::SmallVector<Adjoints::Seed, 4> seeds;
      std::size_t next = 1;
      for (std::size_t k = 0; k < n; ++k)
        seeds.push_back(active[k] ? Adjoints::Seed(p[next++]) : Adjoints::Seed());
      adjoints.sweep(op.body, arguments, isActive, seeds);
      ir::Values before;
      for (std::size_t k = 0; k < n; ++k)
        if (active[k])
          before.push_back(adjoints.of(arguments[k + 1]));
      sums.assign(p.begin() + 1 + carried, p.end());
      return before;
    });
    // What an iteration adds to the free scalars is added to their sums.
    ir::Builder in(adjoints.builder().values, back.body.statements, adjoints.builder().location);
    for (std::size_t k = 0; k < sums.size(); ++k)
      back.body.results[carried + k] = in.add(sums[k], back.body.results[carried + k]);
    return adjoints.builder().emit(std::move(back));
  });
  std::size_t next = 0;
  for (std::size_t k = 0; k < n; ++k)
    if (active[k]) {
      if (adjoints.isActive(op.inits[k]))
        adjoints.add(op.inits[k], finals[next]);
      ++next;
    }
  adjoints.addToActive(free.scalars, llvm::ArrayRef(finals).drop_front(carried));
}

// A loop without a trip count gets one from an inspector: the loop itself with a counter, of which dead code
// elimination leaves the slice that steers it [SC22 §6.2].
ir::Loop withTripCount(const ir::Loop &op, const ir::Statement &statement, ir::Builder &b) {
  ir::Loop inspector{{}, ir::cloneBlock(op.condition, b.values), op.inits, ir::cloneBlock(op.body, b.values), {}};
  inspector.inits.push_back(b.index(0));
  inspector.condition.parameters.push_back(b.values.fresh(ir::indexType));
  inspector.body.parameters.push_back(b.values.fresh(ir::indexType));
  ir::Builder in(b.values, inspector.body.statements, statement.location);
  inspector.body.results.push_back(in.add(inspector.body.parameters.back(), b.index(1)));
  ir::Loop counted{b.emit(std::move(inspector)).back(), {}, op.inits, op.body, op.annotations};
  counted.body.parameters.insert(counted.body.parameters.begin(), b.values.fresh(ir::indexType));
  if (const ir::Value bound = op.annotations.bound) {
    const ir::Value most = b.cast(ir::Scalar::I64, bound);
    b.check(b.apply(prims::Prim::Le, {counted.count, most}),
            "the loop runs more often than its bound " + op.annotations.boundText);
    counted.annotations.bound = {};
  }
  return counted;
}

// `forward` is the loop that the forward sweep runs, `op` the one that the return sweep re-executes.
ReturnSweep countedAdjoint(const ir::Loop &op, const ir::Loop &forward, const ir::Statement &statement,
                           Adjoints &adjoints) {
  const ir::Values checkpoints = checkpointed(forward, statement, adjoints.builder());
  return [op, results = statement.results, checkpoints, &adjoints] {
    const bool isReached = llvm::any_of(results, [&](ir::Value r) { return adjoints.isActiveAndNonzero(r); });
    if (isReached || adjoints.accumulates({&op.body}))
      returnSweep(std::get<ir::Loop>(adjoints.current(op)), results, checkpoints, adjoints);
  };
}

} // namespace

ReturnSweep adjoint(const ir::Loop &op, const ir::Statement &statement, Adjoints &adjoints) {
  if (!adjoints.reaches(statement)) {
    adjoints.keep(statement);
    return {};
  }
  const ir::Statement kept = adjoints.withoutAccumulators(statement);
  ir::Builder &b = adjoints.builder();
  if (!op.isCounted()) {
    // Only the copy that has no additions to accumulators is inspected; the return sweep has them all.
    const ir::Loop counted = withTripCount(std::get<ir::Loop>(kept.op), kept, b);
    ir::Loop full = op;
    full.count = counted.count;
    full.annotations.bound = {};
    full.condition = {};
    full.body.parameters.insert(full.body.parameters.begin(), counted.body.parameters.front());
    return countedAdjoint(full, counted, statement, adjoints);
  }
  return countedAdjoint(op, std::get<ir::Loop>(kept.op), statement, adjoints);
}

} // namespace soac::ops
