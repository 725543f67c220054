// (r.., s..) = the final contents of accumulators that start as `inits`, and the body's own results. Inside the body
// an accumulator may only be added to; additions commute, so the body may run in parallel [SC22 §5.4].
//   tangent:  an accumulator of tangents beside each accumulator
//   adjoint:  the adjoint of an added value is the adjoint of the final contents at the index of the addition: for the
//             return sweep an accumulator is an array of adjoints that is only read; the inits receive it as it is
#include "ops/rules/Evaluation.h"
#include "ops/rules/AssociativeTangent.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::WithAccumulators &op, const ir::Statement &statement, Evaluation &eval) {
  llvm::SmallVector<RuntimeValue, 4> inits;
  for (ir::Value v : op.inits)
    inits.push_back(eval.take(v));
  for (std::size_t k = 0; k < inits.size(); ++k)
    eval.set(op.body.parameters[k], std::move(inits[k]));
  if (!eval.run(op.body))
    return;
  for (std::size_t k = 0; k < op.inits.size(); ++k)
    eval.set(statement.results[k], std::move(eval.accumulator(op.body.parameters[k])));
  for (std::size_t k = 0; k < op.body.results.size(); ++k)
    eval.set(statement.results[op.inits.size() + k], eval.result(op.body, k));
}

void tangent(const ir::WithAccumulators &op, const ir::Statement &statement, Tangents &tangents) {
  const std::size_t n = op.inits.size();
  llvm::SmallVector<bool, 4> finals, others;
  for (std::size_t k = 0; k < statement.results.size(); ++k)
    (k < n ? finals : others).push_back(tangents.isActive(statement.results[k]));
  ir::Block body = tangents.transform(op.body, others);
  ir::WithAccumulators both{withTangents(op.inits, finals, tangents), std::move(body)};
  const llvm::ArrayRef<ir::Value> results = statement.results;
  ir::Values all = liftResults(results.take_front(n), finals, tangents);
  all.append(liftResults(results.drop_front(n), others, tangents));
  tangents.builder().statements().push_back({std::move(all), std::move(both), statement.location});
}

// The return sweep of every addition reads the adjoint of the final contents. The body runs again, without its
// additions, for the values that its return sweep needs.
ReturnSweep adjoint(const ir::WithAccumulators &op, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return [op, results = statement.results, &adjoints] {
    if (llvm::none_of(results, [&](ir::Value r) { return adjoints.isActiveAndNonzero(r); }) &&
        !adjoints.accumulates({&op.body}))
      return;
    ir::Builder &b = adjoints.builder();
    const std::size_t n = op.inits.size();
    ir::Values accumulators, finals;
    for (std::size_t k = 0; k < n; ++k) {
      accumulators.push_back(b.values.fresh(b.type(op.body.parameters[k])));
      finals.push_back(adjoints.isActiveAndNonzero(results[k]) ? adjoints.of(results[k]) : ir::Value());
      adjoints.setAccumulator(accumulators[k], finals[k]);
    }
    llvm::SmallVector<Adjoints::Seed, 4> seeds;
    for (ir::Value r : llvm::ArrayRef(results).drop_front(n))
      seeds.push_back(adjoints.isActiveAndNonzero(r) ? Adjoints::Seed(adjoints.of(r)) : Adjoints::Seed());
    const llvm::SmallVector<bool, 4> inactive(n, false);
    adjoints.sweep(op.body, accumulators, inactive, seeds);
    for (std::size_t k = 0; k < n; ++k)
      if (finals[k] && adjoints.isActive(op.inits[k]))
        adjoints.add(op.inits[k], finals[k]);
  };
}

} // namespace soac::ops
