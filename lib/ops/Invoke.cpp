// (r.., u..) = f(x.., a..), a definition that is invoked: it adds to the accumulators a, and the arrays u are some of
// the x after updates in place. Further definitions compute its derivatives, made where they are asked for
// (lib/ad/DefinitionDerivatives.h):
//   tangent:  (r.., u.., r'.., u'..) = f_tan(x.., x'.., a.., a'..)
//   adjoint:  f_adj(x.., r_adj.., u_adj..) gives the adjoints of scalar x, turns each u_adj in place into the adjoint
//             of the x that u was, and adds the adjoints of the other arrays to accumulators: its work is proportional
//             to the elements that f reads and writes. It executes f's forward sweep again on the x that are updated,
//             Note [Redundant execution], and leaves these as they were at entry.
#include "ops/Ops.h"
#include "ops/rules/Evaluation.h"
#include "ops/rules/UndoLog.h"

namespace soac::ops {

void evaluate(const ir::Invoke &op, const ir::Statement &statement, Evaluation &eval) {
  eval.invoke(op, statement.results);
}

void tangent(const ir::Invoke &op, const ir::Statement &statement, Tangents &tangents) {
  ir::Builder &b = tangents.builder();
  llvm::SmallVector<bool, 8> active;
  for (ir::Value v : op.arguments)
    active.push_back(tangents.isActive(v));
  if (llvm::none_of(active, [](bool a) { return a; }))
    return tangents.keep(statement);
  for (auto [k, r] : llvm::enumerate(statement.results)) // the tangent of an updated array is computed in place
    if (const auto argument = op.argumentOf(k); argument && tangents.isActive(r))
      active[*argument] = true;
  ir::Invoke both = op;
  both.definition = tangents.derivedDefinition(op, active);
  llvm::DenseMap<unsigned, unsigned> tangentOf; ///< numbers of arguments
  for (auto [k, v] : llvm::enumerate(op.arguments))
    if (active[k]) {
      tangentOf[static_cast<unsigned>(k)] = static_cast<unsigned>(both.arguments.size());
      both.arguments.push_back(tangents.dense(v));
    }
  for (ir::Value v : op.accumulators)
    both.accumulators.push_back(v ? tangents.of(v) : v);
  ir::Values primal = statement.results;
  if (tangents.isInDirections()) {
    tangents.keep(statement);
    for (ir::Value &r : primal)
      r = b.values.freshLike(r);
    for (std::size_t k = 0; k < op.accumulators.size(); ++k)
      both.accumulators[k] = {};
  }
  ir::Values results = primal;
  for (auto [k, r] : llvm::enumerate(statement.results)) {
    const auto argument = op.argumentOf(k);
    if (!b.type(r).isDifferentiable() || (argument && !active[*argument]))
      continue;
    both.types.push_back(b.type(r));
    results.push_back(b.values.fresh(b.type(r)));
    if (tangents.isActive(r))
      tangents.set(r, results.back());
    if (argument)
      both.updated.push_back(tangentOf.lookup(*argument));
  }
  b.statements().push_back({std::move(results), std::move(both), statement.location});
}

namespace {

/// The return sweep of an invocation, argument by argument.
class InvokeAdjoint {
public:
  InvokeAdjoint(const ir::Invoke &op, llvm::ArrayRef<ir::Value> results, Adjoints &adjoints)
      : op(op), results(results), adjoints(adjoints) {}

  void run() {
    active = adjoints.activeFlags(op.arguments);
    collectSeeds();
    if (seeds.empty() || llvm::none_of(active, [](bool a) { return a; }))
      return;
    ir::Builder &b = adjoints.builder();
    ir::Invoke back;
    back.definition = adjoints.derivedDefinition(op, active, seeded);
    back.mayFail = op.mayFail;
    ir::Values targets, arrays;
    for (ir::Value v : op.arguments)
      back.arguments.push_back(adjoints.current(v));
    for (auto [k, v] : llvm::enumerate(op.arguments))
      if (active[k] && b.type(v).isScalar()) {
        targets.push_back(v);
        back.types.push_back(b.type(v));
      }
    for (const auto &[argument, seed] : updatedSeeds)
      if (active[argument]) {
        targets.push_back(op.arguments[argument]);
        back.updated.push_back(static_cast<unsigned>(back.arguments.size()) + seed);
      }
    for (auto [k, v] : llvm::enumerate(op.arguments))
      if (active[k] && b.type(v).isArray() && !llvm::is_contained(llvm::make_first_range(updatedSeeds), k))
        arrays.push_back(v);
    back.updated.append(op.updated);
    back.arguments.append(seeds);
    for (unsigned k : back.updated)
      back.types.push_back(b.type(back.arguments[k]));
    const ir::Values made = adjoints.withAccumulators(arrays, [&] {
      for (ir::Value array : arrays)
        back.accumulators.push_back(adjoints.accumulatorOf(array));
      return adjoints.builder().emit(std::move(back));
    });
    for (auto [v, contribution] : llvm::zip(targets, made))
      if (adjoints.isActive(v))
        adjoints.add(v, contribution);
    for (auto [k, restored] : llvm::zip_equal(op.updated, llvm::ArrayRef(made).drop_front(targets.size())))
      adjoints.restore(op.arguments[k], restored);
  }

private:
  void collectSeeds() {
    for (auto [k, r] : llvm::enumerate(results)) {
      seeded.push_back(adjoints.isActiveAndNonzero(r));
      if (!seeded.back())
        continue;
      if (const auto argument = op.argumentOf(k))
        updatedSeeds.emplace_back(*argument, static_cast<unsigned>(seeds.size()));
      seeds.push_back(adjoints.of(r));
    }
    for (ir::Value v : op.accumulators) {
      const ir::Value contents = adjoints.ofAccumulator(v);
      seeded.push_back(static_cast<bool>(contents));
      if (contents)
        seeds.push_back(contents);
    }
  }

  const ir::Invoke &op;
  const llvm::ArrayRef<ir::Value> results;
  Adjoints &adjoints;
  llvm::SmallVector<bool, 4> active, seeded; ///< arguments; results, then accumulators
  ir::Values seeds;
  llvm::SmallVector<std::pair<unsigned, unsigned>, 2> updatedSeeds; ///< updated arguments with a seed, and its position
};

/// Positions of the results that are small arrays of constant shape made in the current block: a copy costs less than a
/// log.
llvm::SmallVector<unsigned, 2> smallArrays(const ir::Invoke &op, ir::Builder &b) {
  constexpr std::int64_t most = 64;
  const auto isSmall = [&](ir::Value v) {
    for (const ir::Statement &s : llvm::reverse(b.statements())) {
      const auto found = llvm::find(s.results, v);
      if (found == s.results.end())
        continue;
      const auto k = static_cast<std::size_t>(found - s.results.begin());
      if (const auto *update = std::get_if<ir::Update>(&s.op))
        v = update->array;
      else if (const auto *loop = std::get_if<ir::Loop>(&s.op))
        v = loop->inits[k];
      else if (const auto *invoke = std::get_if<ir::Invoke>(&s.op); invoke && invoke->argumentOf(k))
        v = invoke->arguments[*invoke->argumentOf(k)];
      else if (const auto *fill = std::get_if<ir::Fill>(&s.op))
        return llvm::all_of(fill->extents, [&](ir::Value n) { return b.values.asInt(n).value_or(most + 1) <= most; });
      else
        return false;
    }
    return false;
  };
  llvm::SmallVector<unsigned, 2> small;
  for (unsigned k = 0; k < op.types.size(); ++k)
    if (const auto argument = op.argumentOf(k); argument && isSmall(op.arguments[*argument]))
      small.push_back(k);
  return small;
}

} // namespace

ReturnSweep adjoint(const ir::Invoke &op, const ir::Statement &statement, Adjoints &adjoints) {
  LoggedStatement logged = withUndoLogs(adjoints.withoutAccumulators(statement), adjoints, smallArrays(op, adjoints.builder()));
  adjoints.builder().statements().push_back(logged.statement);
  announce(logged, adjoints);
  return [op, results = statement.results, logged, &adjoints] {
    ir::Values inits(results.size());
    for (std::size_t k = 0; k < inits.size(); ++k)
      if (const auto argument = op.argumentOf(k))
        inits[k] = op.arguments[*argument];
    restoreLogged(inits, results, logged.positions, logged.logs, adjoints);
    InvokeAdjoint(op, results, adjoints).run();
  };
}

} // namespace soac::ops
