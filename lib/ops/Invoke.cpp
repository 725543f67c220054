// (r..) = f(x.., a..), a definition that is invoked: it adds to the accumulators a. A definition has definitions of its
// own for its derivatives, made where they are asked for (lib/ad/DefinitionDerivatives.h):
//   tangent:  (r.., r'..) = f_tan(x.., x'.., a.., a'..)
//   adjoint:  f_adj(x.., r_adj..) gives the adjoints of scalar x and adds those of arrays to accumulators, so that its
//             work is proportional to what f reads. It executes f's forward sweep again: Note [Redundant execution]
#include "ops/Ops.h"
#include "ops/rules/Evaluation.h"

namespace soac::ops {

void evaluate(const ir::Invoke &op, const ir::Statement &statement, Evaluation &eval) {
  eval.invoke(op, statement.results);
}

void tangent(const ir::Invoke &op, const ir::Statement &statement, Tangents &tangents) {
  llvm::SmallVector<bool, 8> active;
  for (ir::Value v : op.arguments)
    active.push_back(tangents.isActive(v));
  if (llvm::none_of(active, [](bool a) { return a; }))
    return tangents.keep(statement);
  ir::Builder &b = tangents.builder();
  ir::Invoke both = op;
  both.definition = tangents.derivedDefinition(op, active);
  for (ir::Value v : op.arguments)
    if (tangents.isActive(v))
      both.arguments.push_back(tangents.dense(v));
  for (ir::Value v : op.accumulators)
    both.accumulators.push_back(v ? tangents.of(v) : v);
  ir::Values results = statement.results;
  if (tangents.isInDirections()) {
    tangents.keep(statement);
    for (ir::Value &r : results)
      r = b.values.freshLike(r);
    for (std::size_t k = 0; k < op.accumulators.size(); ++k)
      both.accumulators[k] = {};
  }
  for (ir::Value r : statement.results)
    if (b.type(r).isDifferentiable()) {
      both.types.push_back(b.type(r));
      results.push_back(b.values.fresh(b.type(r)));
      tangents.set(r, results.back());
    }
  b.statements().push_back({std::move(results), std::move(both), statement.location});
}

ReturnSweep adjoint(const ir::Invoke &op, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return [op, results = statement.results, &adjoints] {
    llvm::SmallVector<bool, 4> seeded;
    ir::Values seeds;
    for (ir::Value r : results) {
      seeded.push_back(adjoints.isActiveAndNonzero(r));
      if (seeded.back())
        seeds.push_back(adjoints.of(r));
    }
    for (ir::Value v : op.accumulators) {
      const ir::Value contents = adjoints.ofAccumulator(v);
      seeded.push_back(static_cast<bool>(contents));
      if (contents)
        seeds.push_back(contents);
    }
    const llvm::SmallVector<bool, 4> active = adjoints.activeFlags(op.arguments);
    if (seeds.empty() || llvm::none_of(active, [](bool a) { return a; }))
      return;
    ir::Builder &b = adjoints.builder();
    ir::Invoke back{adjoints.derivedDefinition(op, active, seeded), {}, {}, {}, op.mayFail};
    ir::Values scalars, arrays;
    for (auto [v, isActive] : llvm::zip_equal(op.arguments, active)) {
      back.arguments.push_back(adjoints.current(v));
      if (!isActive)
        continue;
      (b.type(v).isArray() ? arrays : scalars).push_back(v);
      if (b.type(v).isScalar())
        back.types.push_back(b.type(v));
    }
    back.arguments.append(seeds);
    const ir::Values contributions = adjoints.withAccumulators(arrays, [&] {
      for (ir::Value array : arrays)
        back.accumulators.push_back(adjoints.accumulatorOf(array));
      return adjoints.builder().emit(std::move(back));
    });
    for (auto [v, contribution] : llvm::zip_equal(scalars, contributions))
      adjoints.add(v, contribution);
  };
}

} // namespace soac::ops
