// r = neutral op a[0] op .. op a[n-1]; `op` is associative with that neutral element.
//   tangent:  the reduction of pairs (value, tangent) under op's tangent
//   adjoint:  with l[i] = neutral op a[0] .. a[i-1] and s[i] = a[i+1] op .. a[n-1] op neutral,
//             a_adj[i] += adjoint of x -> l[i] op x op s[i] at a[i] with seed r_adj: two scans and a map. Plus, times,
//             min and max have cheaper rules of their own [SC22 §5.1]
#include "ir/Walk.h"
#include "ops/Evaluation.h"
#include "ops/Interchange.h"
#include "ops/Invertible.h"
#include "ops/Lift.h"
#include "ops/Operators.h"
#include "ops/Ops.h"
#include "ops/RuleTable.h"
#include "ops/Segments.h"

namespace soac::ops {

void evaluate(const ir::Reduce &op, const ir::Statement &statement, Evaluation &eval) {
  const std::int64_t count = eval.integer(op.count);
  if (!checkExtents(count, op.arrays, eval))
    return;
  llvm::SmallVector<Data, 4> reduced;
  for (ir::Value v : op.neutral)
    reduced.push_back(eval.of(v));
  for (std::int64_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < op.arrays.size(); ++k)
      eval.bindElement(op.op.parameters[reduced.size() + k], eval.of(op.arrays[k]), i);
    if (!combine(op.op, reduced, eval))
      return;
  }
  for (std::size_t k = 0; k < reduced.size(); ++k)
    eval.set(statement.results[k], std::move(reduced[k]));
}

namespace {

bool isMinMax(prims::Prim p) {
  return p == prims::Prim::Min || p == prims::Prim::Max || p == prims::Prim::FMin || p == prims::Prim::FMax;
}

// Does b replace a? The same comparison as the primitive's own, so that the first of equal values stays.
ir::Value replaces(prims::Prim p, ir::Value a, ir::Value b, ir::Builder &in) {
  const bool isMin = p == prims::Prim::Min || p == prims::Prim::FMin;
  const ir::Value isBetter = isMin ? in.lessThan(b, a) : in.lessThan(a, b);
  if (p == prims::Prim::Min || p == prims::Prim::Max)
    return isBetter;
  return in.apply(prims::Prim::Or, {isBetter, in.apply(prims::Prim::IsNan, {a})});
}

bool isScalarMinMax(const ir::Reduce &op, ir::Builder &b) {
  if (op.arrays.size() != 1 || b.type(op.neutral[0]).isArray())
    return false;
  const auto prim = primitiveOperator(op.op);
  return prim && isMinMax(*prim);
}

// Appends the reduction of pairs (value, index) to the value `r` and the index it was found at, -1 for the neutral
// element. Returns the index.
ir::Value reduceWithIndex(const ir::Reduce &op, const ir::Statement &statement, ir::Builder &b) {
  const prims::Prim prim = *primitiveOperator(op.op);
  const ir::Type value = b.type(op.neutral[0]);
  ir::Reduce pairs{op.count, {op.arrays[0], b.emit1(ir::Iota{op.count})}, {op.neutral[0], b.index(-1)}, {}};
  pairs.op = b.block({value, ir::indexType, value, ir::indexType},
                     [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
                       const ir::Value second = replaces(prim, p[0], p[2], in);
                       return {in.select(second, p[2], p[0]), in.select(second, p[3], p[1])};
                     });
  const ir::Value index = b.values.fresh(ir::indexType, b.values.name(statement.results[0]) + "_index");
  b.statements().push_back({{statement.results[0], index}, std::move(pairs), statement.location});
  return index;
}

bool isSum(const ir::Reduce &op) {
  return op.arrays.size() == 1 && primitiveOperator(op.op) == prims::Prim::Add;
}

} // namespace

void tangent(const ir::Reduce &op, const ir::Statement &statement, Tangents &tangents) {
  ir::Builder &b = tangents.builder();
  if (isSum(op)) {
    tangents.keep(statement);
    ir::Reduce sum{op.count, {tangents.dense(op.arrays[0])}, {tangents.dense(op.neutral[0])}, b.addBlock(b.type(op.neutral[0]))};
    tangents.set(statement.results[0], b.emit1(std::move(sum)));
    return;
  }
  if (isScalarMinMax(op, b)) {
    const ir::Value index = reduceWithIndex(op, statement, b);
    const ir::Value array = tangents.of(op.arrays[0]);
    const ir::Value isElement = b.apply(prims::Prim::Ge, {index, b.index(0)});
    const ir::Values t = b.ifElse(
        isElement,
        [&](ir::Builder &in) -> ir::Values {
          return {array ? in.read(array, {index}) : in.zero(in.type(statement.results[0]).scalar)};
        },
        [&](ir::Builder &) -> ir::Values { return {tangents.dense(op.neutral[0])}; });
    tangents.set(statement.results[0], t[0]);
    return;
  }
  LiftedOperator both = liftOperator(op.op, statement.results, tangents);
  ir::Reduce lifted{op.count, withTangents(op.arrays, both.lifted, tangents),
                    withTangents(op.neutral, both.lifted, tangents), std::move(both.op)};
  b.statements().push_back(
      {liftResults(statement.results, both.lifted, tangents), std::move(lifted), statement.location});
}

namespace {

// plus: every element's adjoint is r's.
bool isPlus(const ir::Reduce &op, Adjoints &) { return isSum(op); }

ReturnSweep plus(const ir::Reduce &op, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return [op, r = statement.results[0], &adjoints] {
    if (adjoints.isZero(r))
      return;
    ir::Builder &b = adjoints.builder();
    const ir::Value d = adjoints.of(r);
    if (adjoints.isActive(op.arrays[0]))
      adjoints.add(op.arrays[0], b.fill(d, {op.count}));
    if (adjoints.isActive(op.neutral[0]))
      adjoints.add(op.neutral[0], d);
  };
}

// min, max: exactly one element, the first of equals, has an adjoint: a sparse one, which flows into the producer.
bool isMinMaxOfScalars(const ir::Reduce &op, Adjoints &adjoints) { return isScalarMinMax(op, adjoints.builder()); }

ReturnSweep minMax(const ir::Reduce &op, const ir::Statement &statement, Adjoints &adjoints) {
  const ir::Value index = reduceWithIndex(op, statement, adjoints.builder());
  return [op, index, r = statement.results[0], &adjoints] {
    if (adjoints.isZero(r))
      return;
    ir::Builder &b = adjoints.builder();
    const ir::Value d = adjoints.of(r);
    const ir::Value isElement = b.apply(prims::Prim::Ge, {index, b.index(0)});
    if (adjoints.isActive(op.arrays[0]))
      adjoints.addAt(op.arrays[0], {index}, d, isElement);
    if (adjoints.isActive(op.neutral[0]))
      adjoints.add(op.neutral[0], b.select(isElement, b.zero(b.type(d).scalar), d));
  };
}

// times, and what else has an inverse: the others follow from the total (ops/Invertible.h).
bool isInvertible(const ir::Reduce &op, Adjoints &adjoints) {
  return op.arrays.size() == 1 && invertible(primitiveOperator(op.op)) &&
         adjoints.builder().type(op.neutral[0]).isScalar() && !adjoints.isActive(op.neutral[0]);
}

ReturnSweep others(const ir::Reduce &op, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return [op, r = statement.results[0], &adjoints] {
    if (adjoints.isZero(r))
      return;
    ir::Builder &b = adjoints.builder();
    const ir::Value factors = adjoints.current(op.arrays[0]);
    adjoints.add(op.arrays[0], ofElements(*invertible(primitiveOperator(op.op)), factors, r, adjoints.of(r), b));
  };
}

// general: any operator on scalars, as one segment (ops/Segments.cpp).
bool isGeneral(const ir::Reduce &op, Adjoints &adjoints) {
  return isScalarOperator(op.op, adjoints.builder().values) &&
         llvm::none_of(op.neutral, [&](ir::Value v) { return adjoints.isActive(v); });
}

// s[i] = a[i] op .. op a[n-1]
ir::Values suffixes(const ir::Reduce &op, ir::Builder &b) {
  ir::Scan scan{op.count, {}, op.neutral, swapped(op.op, b.values)};
  for (ir::Value array : op.arrays)
    scan.arrays.push_back(b.reverse(array));
  ir::Values results = b.emit(std::move(scan));
  for (ir::Value &array : results)
    array = b.reverse(array);
  return results;
}

ReturnSweep general(const ir::Reduce &op, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return [op, results = statement.results, &adjoints] {
    if (llvm::none_of(results, [&](ir::Value r) { return adjoints.isActiveAndNonzero(r); }))
      return;
    const ir::Reduce now = std::get<ir::Reduce>(adjoints.current(op));
    ir::Builder &b = adjoints.builder();
    Segments whole{now.count, now.arrays, {}, {}, {}, {}, {}, {}};
    whole.prefixes = b.emit(ir::Scan{now.count, now.arrays, now.neutral, ir::cloneBlock(now.op, b.values)});
    whole.suffixes = suffixes(now, b);
    whole.hasBefore = [](ir::Builder &in, ir::Value i) { return in.lessThan(in.index(0), i); };
    whole.hasAfter = [last = b.sub(now.count, b.index(1))](ir::Builder &in, ir::Value i) { return in.lessThan(i, last); };
    whole.seeds = [seeds = adjoints.adjointsOfActive(results)](ir::Builder &, ir::Value) { return seeds; };
    const ir::Values given = elementAdjoints(now.op, adjoints.activeFlags(results), whole, adjoints);
    for (std::size_t k = 0, next = 0; k < results.size(); ++k)
      if (adjoints.isActive(results[k]))
        adjoints.add(op.arrays[k], given[next++]);
  };
}

ReturnSweep sequential(const ir::Reduce &op, const ir::Statement &statement, Adjoints &adjoints) {
  return adjointOf({{statement.results, asLoop(op, adjoints.builder()), statement.location}}, adjoints);
}

constexpr AdjointRule<ir::Reduce> rules[] = {
    {"plus", isPlus, plus},
    {"min_max", isMinMaxOfScalars, minMax},
    {"invertible", isInvertible, others},
    {"columns", isByColumns, differentiatedByColumns},
    {"general", isGeneral, general},
    {"sequential", always, sequential},
};

} // namespace

ReturnSweep adjoint(const ir::Reduce &op, const ir::Statement &statement, Adjoints &adjoints) {
  return adjointByRule("reduce", rules, op, statement, adjoints);
}

} // namespace soac::ops
