// r[b] = dest[b] op v[i1] op v[i2] .. for the i1 < i2 < .. with keys[i] = b; keys out of range are ignored, and a bin
// without values keeps dest[b] bit for bit.
//   tangent:  bins of pairs (value, tangent) under op's tangent
//   adjoint:  dest_adj[b] and v_adj[i] receive the adjoints of the elements of bin b's reduction: r_adj[keys[i]] for
//             plus; times, min and max have rules of their own; any operator by a loop from the last value to the
//             first, or by a stable sort and segmented scans [DPP24]
#include "ir/Walk.h"
#include "ops/rules/Bins.h"
#include "ops/rules/Evaluation.h"
#include "ops/rules/Interchange.h"
#include "ops/rules/Invertible.h"
#include "ops/rules/AssociativeTangent.h"
#include "ops/rules/MinMax.h"
#include "ops/rules/Operators.h"
#include "ops/Ops.h"
#include "ops/RuleTable.h"
#include "ops/rules/Segments.h"
#include "ops/rules/SequentialBins.h"
#include "ops/rules/UndoLog.h"

namespace soac::ops {

void evaluate(const ir::ReduceByIndex &op, const ir::Statement &statement, Evaluation &eval) {
  const std::int64_t count = eval.integer(op.count);
  if (!checkExtents(count, op.values, eval) || !checkExtents(count, {op.keys}, eval))
    return;
  const std::int64_t bins = eval.of(op.dests.front()).extent(0);
  if (!checkExtents(bins, op.dests, eval))
    return;
  llvm::SmallVector<RuntimeValue, 4> dests, bin(op.dests.size());
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

// plus: dest's adjoint is r's, a value's adjoint is that of its bin. The bins that are overwritten are saved and
// restored, as in a scatter [SC22 §5.3]; Note [Restored arrays].
bool isPlus(const ir::ReduceByIndex &op, Adjoints &) {
  return op.dests.size() == 1 && primitiveOperator(op.op) == prims::Prim::Add;
}

// f(key, value) for keys in range, zeros of the value's shape for others.
ir::Values gatherByKey(const ir::ReduceByIndex &op, ir::Value r, Adjoints &adjoints,
                       llvm::function_ref<ir::Value(ir::Builder &, ir::Value key, ir::Value value)> f) {
  ir::Builder &b = adjoints.builder();
  const ir::Value bins = b.extent(r);
  return b.map(op.count, {op.keys, adjoints.current(op.values[0])}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
    return in.ifElse(
        isInRange(in, p[1], bins), [&](ir::Builder &then) -> ir::Values { return {f(then, p[1], p[2])}; },
        [&](ir::Builder &otherwise) -> ir::Values { return {otherwise.zerosLike(p[2])}; });
  });
}

ReturnSweep plus(const ir::ReduceByIndex &op, const ir::Statement &statement, Adjoints &adjoints) {
  const UndoLog log = logOf(op, 0, adjoints.builder());
  adjoints.keep(statement);
  return [op, log, r = statement.results[0], &adjoints] {
    ir::Builder &b = adjoints.builder();
    adjoints.undone(op.dests[0], r, undo(adjoints.current(r), log, b.index(0), b));
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

// min, max: of every bin, and of every column of it, one value or dest has the adjoint (ops/rules/MinMax.h), dest before the
// values. Positions are indices of the flattened values; -1 stands for dest.
std::optional<prims::Prim> onePrimitive(const ir::ReduceByIndex &op) {
  return op.dests.size() == 1 ? primitiveOperator(op.op) : std::nullopt;
}

bool hasOneWinner(const ir::ReduceByIndex &op, Adjoints &) { return isMinMax(onePrimitive(op)); }

ReturnSweep minMax(const ir::ReduceByIndex &op, const ir::Statement &statement, Adjoints &adjoints) {
  ir::Builder &b = adjoints.builder();
  const auto nowhere = [&](ir::Value like) { return b.fill(b.index(-1), b.extents(like)); };
  const ir::Value neutral = op.neutral[0];
  const ir::Value dest = regularRows(op.dests[0], b.extent(op.dests[0]), neutral, b);
  const ir::Value values = regularRows(op.values[0], op.count, neutral, b);
  const ir::Value positions = b.emit1(ir::Iota{b.extent(flattened(values, b))});
  ir::ReduceByIndex pairs{op.count,
                          {dest, nowhere(dest)},
                          {neutral, nowhere(neutral)},
                          withPositions(*onePrimitive(op), b.type(neutral), b),
                          op.keys,
                          {values, b.emit1(ir::Reshape{positions, b.extents(values)})}};
  const ir::Value winners = b.values.fresh(ir::indexType.withRank(b.type(dest).rank));
  b.statements().push_back({{statement.results[0], winners}, std::move(pairs), statement.location});
  return [op, winners, r = statement.results[0], &adjoints] {
    if (adjoints.isZero(r))
      return;
    ir::Builder &b = adjoints.builder();
    const ir::Value d = flattened(adjoints.of(r), b), winner = flattened(winners, b);
    const auto likeRows = [&](ir::Value flat, ir::Value like) { return b.emit1(ir::Reshape{flat, b.extents(like)}); };
    if (adjoints.isActive(op.dests[0])) {
      const ir::Value toDest = b.map(b.extent(d), {winner, d}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
        return {in.select(in.lessThan(p[1], in.index(0)), p[2], in.zero(in.type(p[2]).scalar))};
      })[0];
      adjoints.add(op.dests[0], likeRows(toDest, op.dests[0]));
    }
    if (adjoints.isActive(op.values[0])) {
      const ir::Value none = flattened(b.zerosLike(op.values[0]), b);
      adjoints.add(op.values[0], likeRows(b.emit1(ir::Scatter{none, winner, d}), op.values[0]));
    }
  };
}

// times: as for a reduction, dest being one more element of its bin (ops/rules/Invertible.h).
bool isInvertible(const ir::ReduceByIndex &op, Adjoints &) { return invertible(onePrimitive(op)) != nullptr; }

ReturnSweep others(const ir::ReduceByIndex &op, const ir::Statement &statement, Adjoints &adjoints) {
  // The return sweep reads dest, so the whole array is kept, without a log.
  adjoints.keep(statement);
  return [op, r = statement.results[0], &adjoints] {
    if (adjoints.isZero(r))
      return;
    ir::Builder &b = adjoints.builder();
    const ir::Value neutral = adjoints.current(op.neutral[0]);
    const ir::Value dest = regularRows(adjoints.current(op.dests[0]), b.extent(op.dests[0]), neutral, b);
    const ir::Value values = regularRows(adjoints.current(op.values[0]), op.count, neutral, b);
    const auto [toDest, toValues] = ofBins(*invertible(onePrimitive(op)), neutral, dest, op.keys, values,
                                           adjoints.current(r), adjoints.of(r), b);
    adjoints.add(op.values[0], toValues);
    adjoints.add(op.dests[0], toDest);
  };
}

// general: any operator on scalars. Sorted by keys, the bins are segments (ops/rules/Segments.cpp, [DPP24]). The rule
// would pay with many threads, but neither the sort nor the scans run on several. The sequential rule does less than
// half of the work, so the general rule is taken only where --force-rule names it.
bool isGeneral(const ir::ReduceByIndex &op, Adjoints &adjoints) {
  return isScalarOperator(op.op, adjoints.builder().values) && !adjoints.mayUse("reduce_by_index", "sequential");
}

ReturnSweep general(const ir::ReduceByIndex &op, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return [op, results = statement.results, &adjoints] {
    if (llvm::none_of(results, [&](ir::Value r) { return adjoints.isActiveAndNonzero(r); }))
      return;
    const ir::ReduceByIndex now = std::get<ir::ReduceByIndex>(adjoints.current(op));
    ir::Builder &b = adjoints.builder();
    const SortedBins sorted(b.extent(now.dests[0]), now.keys, b);
    Segments bins{sorted.count, {}, {}, {}, {}, {}, {}, {}, adjoints.activeFlags(op.dests)};
    for (ir::Value values : now.values)
      bins.elements.push_back(sorted.sorted(values, b));
    const ir::Values started = sorted.withStarts(now.op, now.dests, bins.elements, b);
    bins.prefixes = segmentedScan(now.op, now.neutral, sorted.begins, started, b);
    bins.after = [suffixes = segmentedSuffixes(now.op, now.neutral, sorted.ends, bins.elements, b)](ir::Builder &in,
                                                                                                     ir::Value i) {
      const ir::Value next = in.add(i, in.index(1));
      return elementsAt(suffixes, next, in);
    };
    const auto isInside = [](ir::Value borders) {
      return [borders](ir::Builder &in, ir::Value i) { return in.apply(prims::Prim::Not, {in.read(borders, {i})}); };
    };
    bins.hasBefore = isInside(sorted.begins);
    bins.hasAfter = isInside(sorted.ends);
    const auto ofBin = [keys = sorted.keys](ir::Values arrays) {
      return [keys, arrays = std::move(arrays)](ir::Builder &in, ir::Value i) {
        return elementsAt(arrays, in.read(keys, {i}), in);
      };
    };
    const ir::Values seeds = adjoints.adjointsOfActive(results);
    bins.seeds = ofBin(seeds);
    bins.starts = ofBin(now.dests);
    const ir::Values given = elementAdjoints(now.op, adjoints.activeFlags(results), bins, adjoints);
    for (std::size_t k = 0, next = 0, nextStart = seeds.size(); k < results.size(); ++k)
      if (adjoints.isActive(results[k])) {
        if (adjoints.isActive(op.values[k]))
          adjoints.add(op.values[k], sorted.unsorted(given[next], b));
        if (adjoints.isActive(op.dests[k]))
          adjoints.add(op.dests[k], sorted.scatterFirsts(seeds[next], given[nextStart++], b));
        ++next;
      }
  };
}

constexpr AdjointRule<ir::ReduceByIndex> rulesOfBins[] = {
    {"plus", isPlus, plus},
    {"min_max", hasOneWinner, minMax},
    {"invertible", isInvertible, others},
    {"columns", isByColumns, differentiatedByColumns},
    {"general", isGeneral, general},
    {"sequential", always, sequentialBins},
};

} // namespace

ReturnSweep adjoint(const ir::ReduceByIndex &op, const ir::Statement &statement, Adjoints &adjoints) {
  return adjointByRule("reduce_by_index", rulesOfBins, op, statement, adjoints);
}

} // namespace soac::ops
