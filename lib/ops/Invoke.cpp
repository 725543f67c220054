// (r.., u..) = f(x.., a..), a definition that is invoked: it adds to the accumulators a, and the arrays u are what some of
// the x become. A definition has definitions of its own for its derivatives, made where they are asked for
// (lib/ad/DefinitionDerivatives.h):
//   tangent:  (r.., r'.., u.., u'..) = f_tan(x.., x'.., a.., a'..)
//   adjoint:  f_adj(x.., r_adj.., u_adj..) gives the adjoints of scalar x, makes of each u_adj the adjoint of the x that
//             u was, and adds the adjoints of the other arrays to accumulators: its work is proportional to what f reads
//             and writes. It executes f's forward sweep again: Note [Redundant execution]
#include "ops/Ops.h"
#include "ops/rules/Evaluation.h"

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
  for (unsigned k : op.updated) // the tangent of what it becomes is computed in its place
    active[k] = b.type(op.arguments[k]).isDifferentiable();
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
  both.types.clear();
  ir::Values results;
  const auto add = [&](ir::Value r) {
    both.types.push_back(b.type(r));
    results.push_back(r);
  };
  const auto addTangents = [&](llvm::ArrayRef<ir::Value> of) {
    for (ir::Value r : of)
      if (b.type(r).isDifferentiable()) {
        add(b.values.fresh(b.type(r)));
        tangents.set(r, results.back());
      }
  };
  const std::size_t scalars = op.scalarResults();
  llvm::for_each(llvm::ArrayRef(primal).take_front(scalars), add);
  addTangents(llvm::ArrayRef(statement.results).take_front(scalars));
  llvm::for_each(llvm::ArrayRef(primal).drop_front(scalars), add);
  addTangents(llvm::ArrayRef(statement.results).drop_front(scalars));
  for (unsigned k : op.updated)
    if (active[k])
      both.updated.push_back(tangentOf.lookup(k));
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
    for (unsigned k : carried)
      active[k] = true; // its adjoint is in the place of the result's
    ir::Builder &b = adjoints.builder();
    ir::Invoke back;
    back.definition = adjoints.derivedDefinition(op, active, seeded);
    back.mayFail = op.mayFail;
    ir::Values scalars, arrays;
    for (auto [k, v] : llvm::enumerate(op.arguments)) {
      back.arguments.push_back(adjoints.current(v));
      if (!active[k] || llvm::is_contained(carried, k))
        continue;
      (b.type(v).isArray() ? arrays : scalars).push_back(v);
      if (b.type(v).isScalar())
        back.types.push_back(b.type(v));
    }
    for (unsigned k : carried)
      back.types.push_back(b.type(op.arguments[k]));
    for (unsigned position : carriedSeeds)
      back.updated.push_back(static_cast<unsigned>(back.arguments.size()) + position);
    back.arguments.append(seeds);
    const ir::Values contributions = adjoints.withAccumulators(arrays, [&] {
      for (ir::Value array : arrays)
        back.accumulators.push_back(adjoints.accumulatorOf(array));
      return adjoints.builder().emit(std::move(back));
    });
    for (unsigned k : carried)
      scalars.push_back(op.arguments[k]);
    for (auto [v, contribution] : llvm::zip_equal(scalars, contributions))
      if (adjoints.isActive(v))
        adjoints.add(v, contribution);
  }

private:
  void collectSeeds() {
    for (auto [k, r] : llvm::enumerate(results)) {
      seeded.push_back(adjoints.isActiveAndNonzero(r));
      if (!seeded.back())
        continue;
      if (k >= op.scalarResults()) {
        carried.push_back(op.updated[k - op.scalarResults()]);
        carriedSeeds.push_back(static_cast<unsigned>(seeds.size()));
      }
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
  llvm::SmallVector<unsigned, 2> carried, carriedSeeds; ///< updated arguments with a seed; which seeds these are
};

} // namespace

ReturnSweep adjoint(const ir::Invoke &op, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return [op, results = statement.results, &adjoints] { InvokeAdjoint(op, results, adjoints).run(); };
}

} // namespace soac::ops
