// r[b] = dest[b] op v[i1] op v[i2] .. for the i1 < i2 < .. with keys[i] = b; keys out of range are ignored, and a bin
// without values keeps dest[b] bit for bit.
//   tangent:  bins of pairs (value, tangent) under op's tangent
//   adjoint:  dest_adj[b] and v_adj[i] receive what the reduction of bin b gives its elements: for plus r_adj[keys[i]];
//             times, min and max by rules of their own; any operator by a stable sort and segmented scans [DPP24]
#include "ops/Evaluation.h"
#include "ops/Operators.h"
#include "ops/Lift.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::ReduceByIndex &op, const ir::Statement &statement, Evaluation &eval) {
  const std::int64_t count = eval.integer(op.count);
  if (!checkExtents(count, op.values, eval) || !checkExtents(count, {op.keys}, eval))
    return;
  const std::int64_t bins = eval.of(op.dests.front()).extent(0);
  if (!checkExtents(bins, op.dests, eval))
    return;
  llvm::SmallVector<Data, 4> dests, bin(op.dests.size());
  for (ir::Value v : op.dests)
    dests.push_back(eval.take(v));
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t key = eval.of(op.keys).elements()[static_cast<std::size_t>(i)].i;
    ++eval.counters.reads;
    if (key < 0 || key >= bins)
      continue;
    for (std::size_t k = 0; k < dests.size(); ++k) {
      // A copy, so that writing the bin back finds its array unshared.
      bin[k] = dests[k].row(key).copy();
      eval.bindElement(op.op.parameters[dests.size() + k], eval.of(op.values[k]), i);
    }
    if (!combine(op.op, bin, eval))
      return;
    for (std::size_t k = 0; k < dests.size(); ++k) {
      if (!sameShape(bin[k].extents(), dests[k].extents().drop_front())) {
        eval.fail("a bin has another shape after its operator");
        return;
      }
      eval.write(dests[k], key * bin[k].size(), bin[k]);
    }
  }
  for (std::size_t k = 0; k < dests.size(); ++k)
    eval.set(statement.results[k], std::move(dests[k]));
}

void tangent(const ir::ReduceByIndex &op, const ir::Statement &statement, Tangents &tangents) {
  LiftedOperator both = liftOperator(op.op, statement.results, tangents);
  ir::ReduceByIndex lifted{op.count,
                           withTangents(op.dests, both.lifted, tangents),
                           withTangents(op.neutral, both.lifted, tangents),
                           std::move(both.op),
                           op.keys,
                           withTangents(op.values, both.lifted, tangents)};
  tangents.builder().statements().push_back(
      {liftResults(statement.results, both.lifted, tangents), std::move(lifted), statement.location});
}

namespace {

// plus: dest's adjoint is r's, a value's is that of its bin.
bool isPlus(const ir::ReduceByIndex &op, Adjoints &) {
  return op.dests.size() == 1 && primitiveOperator(op.op) == prims::Prim::Add;
}

ReturnSweep plus(const ir::ReduceByIndex &op, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return [op, r = statement.results[0], &adjoints] {
    if (adjoints.isZero(r))
      return;
    ir::Builder &b = adjoints.builder();
    const ir::Value d = adjoints.of(r);
    if (adjoints.isActive(op.values[0])) {
      const ir::Value bins = b.extent(d);
      const ir::Values gathered = b.map(op.count, {op.keys}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
        const ir::Value isInside =
            in.apply(prims::Prim::And, {in.apply(prims::Prim::Ge, {p[1], in.index(0)}), in.lessThan(p[1], bins)});
        return in.ifElse(
            isInside, [&](ir::Builder &then) -> ir::Values { return {then.read(d, {p[1]})}; },
            [&](ir::Builder &otherwise) -> ir::Values { return {otherwise.zerosLike(op.neutral[0])}; });
      });
      adjoints.add(op.values[0], gathered[0]);
    }
    if (adjoints.isActive(op.dests[0]))
      adjoints.add(op.dests[0], d);
  };
}

bool always(const ir::ReduceByIndex &, Adjoints &) { return true; }

ReturnSweep sequential(const ir::ReduceByIndex &op, const ir::Statement &statement, Adjoints &adjoints) {
  const ir::Statement loop{statement.results, asLoop(op, adjoints.builder()), statement.location};
  adjoints.analyse(loop);
  return adjoint(std::get<ir::Loop>(loop.op), loop, adjoints);
}

struct Rule {
  const char *name;
  bool (*applies)(const ir::ReduceByIndex &, Adjoints &);
  ReturnSweep (*run)(const ir::ReduceByIndex &, const ir::Statement &, Adjoints &);
};

constexpr Rule rules[] = {{"plus", isPlus, plus}, {"sequential", always, sequential}};

} // namespace

ReturnSweep adjoint(const ir::ReduceByIndex &op, const ir::Statement &statement, Adjoints &adjoints) {
  for (const Rule &rule : rules)
    if (adjoints.mayUse("reduce_by_index", rule.name) && rule.applies(op, adjoints))
      return rule.run(op, statement, adjoints);
  return sequential(op, statement, adjoints);
}

} // namespace soac::ops
