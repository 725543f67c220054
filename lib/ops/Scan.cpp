// r[i] = neutral op a[0] op .. op a[i] (inclusive): r[i] = r[i-1] op a[i] with r[-1] = neutral.
//   tangent:  the scan of pairs (value, tangent) under op's tangent
//   adjoint:  r[i] is read by the caller and by step i+1, so its whole adjoint is
//             t[i] = r_adj[i] + d(r[i] op a[i+1])/dr[i] * t[i+1]: affine maps, which compose associatively, hence a
//             scan from the right; then a_adj[i] += d(r[i-1] op a[i])/da[i] * t[i] [SC22 §5.2]
#include "ops/Evaluation.h"
#include "ops/Operators.h"
#include "ops/Lift.h"
#include "ir/Walk.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::Scan &op, const ir::Statement &statement, Evaluation &eval) {
  const std::int64_t count = eval.integer(op.count);
  if (!checkExtents(count, op.arrays, eval))
    return;
  llvm::SmallVector<Data, 4> prefix;
  llvm::SmallVector<Rows, 4> rows;
  for (ir::Value v : op.neutral) {
    prefix.push_back(eval.of(v));
    rows.emplace_back(eval.of(v), count);
  }
  for (std::int64_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < op.arrays.size(); ++k)
      eval.bindElement(op.op.parameters[prefix.size() + k], eval.of(op.arrays[k]), i);
    if (!combine(op.op, prefix, eval))
      return;
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (!rows[k].put(i, prefix[k], eval))
        return;
  }
  for (std::size_t k = 0; k < rows.size(); ++k)
    eval.set(statement.results[k], rows[k].take());
}

namespace {

bool isSum(const ir::Scan &op) {
  return op.arrays.size() == 1 && primitiveOperator(op.op) == prims::Prim::Add;
}

} // namespace

void tangent(const ir::Scan &op, const ir::Statement &statement, Tangents &tangents) {
  ir::Builder &b = tangents.builder();
  if (isSum(op)) {
    tangents.keep(statement);
    ir::Scan sum{op.count, {tangents.dense(op.arrays[0])}, {tangents.dense(op.neutral[0])}, b.addBlock(b.type(op.neutral[0]))};
    tangents.set(statement.results[0], b.emit1(std::move(sum)));
    return;
  }
  LiftedOperator both = liftOperator(op.op, statement.results, tangents);
  ir::Scan lifted{op.count, withTangents(op.arrays, both.lifted, tangents),
                  withTangents(op.neutral, both.lifted, tangents), std::move(both.op)};
  b.statements().push_back(
      {liftResults(statement.results, both.lifted, tangents), std::move(lifted), statement.location});
}

namespace {

// plus: r[i] is read by every later sum, so a_adj is the sum of r_adj from the right.
bool isPlus(const ir::Scan &op, Adjoints &) { return isSum(op); }

ReturnSweep plus(const ir::Scan &op, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return [op, r = statement.results[0], &adjoints] {
    if (adjoints.isZero(r))
      return;
    ir::Builder &b = adjoints.builder();
    const ir::Value d = adjoints.of(r);
    const ir::Type element = b.type(d).element();
    if (adjoints.isActive(op.arrays[0])) {
      ir::Scan sums{op.count, {b.reverse(d)}, {b.zerosLike(op.neutral[0])}, b.addBlock(element)};
      adjoints.add(op.arrays[0], b.reverse(b.emit1(std::move(sums))));
    }
    if (adjoints.isActive(op.neutral[0]))
      adjoints.add(op.neutral[0], b.reduceAdd(d));
  };
}

bool always(const ir::Scan &, Adjoints &) { return true; }

ReturnSweep sequential(const ir::Scan &op, const ir::Statement &statement, Adjoints &adjoints) {
  ir::Builder &b = adjoints.builder();
  ir::Statement loop{{}, asLoop(op, b), statement.location};
  for (ir::Value neutral : op.neutral)
    loop.results.push_back(b.values.fresh(b.type(neutral)));
  loop.results.append(statement.results);
  adjoints.analyse(loop);
  return adjoint(std::get<ir::Loop>(loop.op), loop, adjoints);
}

struct Rule {
  const char *name;
  bool (*applies)(const ir::Scan &, Adjoints &);
  ReturnSweep (*run)(const ir::Scan &, const ir::Statement &, Adjoints &);
};

constexpr Rule rules[] = {{"plus", isPlus, plus}, {"sequential", always, sequential}};

} // namespace

ReturnSweep adjoint(const ir::Scan &op, const ir::Statement &statement, Adjoints &adjoints) {
  for (const Rule &rule : rules)
    if (adjoints.mayUse("scan", rule.name) && rule.applies(op, adjoints))
      return rule.run(op, statement, adjoints);
  return sequential(op, statement, adjoints);
}

} // namespace soac::ops
