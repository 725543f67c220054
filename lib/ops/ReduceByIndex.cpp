// r[b] = dest[b] op v[i1] op v[i2] .. for the i1 < i2 < .. with keys[i] = b; keys out of range are ignored, and a bin
// without values keeps dest[b] bit for bit.
//   tangent:  bins of pairs (value, tangent) under op's tangent
//   adjoint:  dest_adj[b] and v_adj[i] receive what the reduction of bin b gives its elements: for plus r_adj[keys[i]];
//             times, min and max by rules of their own; any operator by a stable sort and segmented scans [DPP24]
#include "ops/Evaluation.h"
#include "ops/Operators.h"
#include "ops/Lift.h"
#include "ops/Ops.h"
#include "ops/Products.h"

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

// f(key) for keys inside, f's zero (of r's row shape) for others.
ir::Values gatherByKey(const ir::ReduceByIndex &op, ir::Value r, Adjoints &adjoints,
                       llvm::function_ref<ir::Value(ir::Builder &, ir::Value key, ir::Value value)> f) {
  ir::Builder &b = adjoints.builder();
  const ir::Value bins = b.extent(r);
  return b.map(op.count, {op.keys, adjoints.current(op.values[0])}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
    const ir::Value isInside =
        in.apply(prims::Prim::And, {in.apply(prims::Prim::Ge, {p[1], in.index(0)}), in.lessThan(p[1], bins)});
    return in.ifElse(
        isInside, [&](ir::Builder &then) -> ir::Values { return {f(then, p[1], p[2])}; },
        [&](ir::Builder &otherwise) -> ir::Values { return {otherwise.zerosLike(p[2])}; });
  });
}

ReturnSweep plus(const ir::ReduceByIndex &op, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return [op, r = statement.results[0], &adjoints] {
    if (adjoints.isZero(r))
      return;
    const ir::Value d = adjoints.of(r);
    if (adjoints.isActive(op.values[0]))
      adjoints.add(op.values[0], gatherByKey(op, r, adjoints, [&](ir::Builder &in, ir::Value key, ir::Value) {
                     return in.read(d, {key});
                   })[0]);
    if (adjoints.isActive(op.dests[0]))
      adjoints.add(op.dests[0], d);
  };
}

// min, max: of every bin one value, or dest, has the adjoint: the first of equals, dest before the values.
std::optional<prims::Prim> scalarPrimitive(const ir::ReduceByIndex &op, Adjoints &adjoints) {
  const bool isScalar = op.dests.size() == 1 && adjoints.builder().type(op.neutral[0]).isScalar();
  return isScalar ? primitiveOperator(op.op) : std::nullopt;
}

bool isMinMax(const ir::ReduceByIndex &op, Adjoints &adjoints) {
  const auto prim = scalarPrimitive(op, adjoints);
  return prim == prims::Prim::Min || prim == prims::Prim::Max;
}

ReturnSweep minMax(const ir::ReduceByIndex &op, const ir::Statement &statement, Adjoints &adjoints) {
  ir::Builder &b = adjoints.builder();
  const bool isMin = primitiveOperator(op.op) == prims::Prim::Min;
  const ir::Type type = b.type(op.neutral[0]);
  const ir::Value nowhere = b.fill(b.index(-1), {b.extent(op.dests[0])});
  ir::ReduceByIndex pairs{op.count, {op.dests[0], nowhere}, {op.neutral[0], b.index(-1)}, {}, op.keys,
                          {op.values[0], b.emit1(ir::Iota{op.count})}};
  pairs.op = b.block({type, ir::indexType, type, ir::indexType},
                     [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
                       const ir::Value replaces = isMin ? in.lessThan(p[2], p[0]) : in.lessThan(p[0], p[2]);
                       return {in.select(replaces, p[2], p[0]), in.select(replaces, p[3], p[1])};
                     });
  const ir::Value winners = b.values.fresh(ir::indexType.withRank(1));
  b.statements().push_back({{statement.results[0], winners}, std::move(pairs), statement.location});
  return [op, winners, r = statement.results[0], &adjoints] {
    if (adjoints.isZero(r))
      return;
    const ir::Value d = adjoints.of(r);
    ir::Builder &b = adjoints.builder();
    const ir::Value bins = b.extent(d);
    if (adjoints.isActive(op.dests[0]))
      adjoints.add(op.dests[0], b.map(bins, {winners, d}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
                     return {in.select(in.lessThan(p[1], in.index(0)), p[2], in.zero(in.type(p[2]).scalar))};
                   })[0]);
    if (adjoints.isActive(op.values[0]))
      adjoints.add(op.values[0],
                   b.emit1(ir::Scatter{b.zerosLike(op.values[0]), winners, d}));
  };
}

// times: as for a reduction, dest being one more factor of its bin (ops/Products.h).
bool isTimes(const ir::ReduceByIndex &op, Adjoints &adjoints) {
  return scalarPrimitive(op, adjoints) == prims::Prim::Mul;
}

ReturnSweep times(const ir::ReduceByIndex &op, const ir::Statement &statement, Adjoints &adjoints) {
  // dest is read again by the return sweep, so what stood there is kept.
  adjoints.keep(statement);
  return [op, r = statement.results[0], &adjoints] {
    if (adjoints.isZero(r))
      return;
    const auto [ofDest, ofValues] =
        timesOthersInBins(adjoints.current(op.dests[0]), op.keys, adjoints.current(op.values[0]), adjoints.current(r),
                          adjoints.of(r), adjoints.builder());
    if (adjoints.isActive(op.values[0]))
      adjoints.add(op.values[0], ofValues);
    if (adjoints.isActive(op.dests[0]))
      adjoints.add(op.dests[0], ofDest);
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

constexpr Rule rules[] = {{"plus", isPlus, plus},
                          {"min_max", isMinMax, minMax},
                          {"times", isTimes, times},
                          {"sequential", always, sequential}};

} // namespace

ReturnSweep adjoint(const ir::ReduceByIndex &op, const ir::Statement &statement, Adjoints &adjoints) {
  for (const Rule &rule : rules)
    if (adjoints.mayUse("reduce_by_index", rule.name) && rule.applies(op, adjoints))
      return rule.run(op, statement, adjoints);
  return sequential(op, statement, adjoints);
}

} // namespace soac::ops
