// r = neutral op a[0] op .. op a[n-1]; `op` is associative with that neutral element.
//   tangent:  the reduction of pairs (value, tangent) under op's tangent
//   adjoint:  with l[i] = neutral op a[0] .. a[i-1] and s[i] = a[i+1] op .. a[n-1],
//             a_adj[i] += adjoint of x -> l[i] op x op s[i] at a[i] with seed r_adj: two scans and a map. Plus, times,
//             min, max and what else gives one of its arguments have cheaper rules of their own [SC22 §5.1]
// A "neutral" element that is not neutral is a start value: it is combined once, from the left, and every rule takes it
// into account.
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

namespace soac::ops {

void evaluate(const ir::Reduce &op, const ir::Statement &statement, Evaluation &eval) {
  const std::int64_t count = eval.integer(op.count);
  if (!checkExtents(count, op.arrays, eval))
    return;
  llvm::SmallVector<RuntimeValue, 4> reduced;
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

bool isScalarMinMax(const ir::Reduce &op, ir::Builder &b) {
  return op.arrays.size() == 1 && !b.type(op.neutral[0]).isArray() && isMinMax(primitiveOperator(op.op));
}

// Is the result one of the elements, or the neutral one, with all its components?
bool isOneElement(const ir::Reduce &op, ir::Builder &b) {
  return isScalarMinMax(op, b) || (isScalarOperator(op.op, b.values) && analysis::choiceOfArgument(op.op));
}

// Appends the reduction of elements with their indices, which gives the results and the index where they were found, -1
// for the neutral element. Returns the index.
ir::Value reduceWithIndex(const ir::Reduce &op, const ir::Statement &statement, ir::Builder &b) {
  ir::Reduce both{op.count, op.arrays, op.neutral, {}};
  both.arrays.push_back(b.emit1(ir::Iota{op.count}));
  both.neutral.push_back(b.index(-1));
  both.op = isScalarMinMax(op, b) ? withPositions(*primitiveOperator(op.op), b.type(op.neutral[0]), b)
                                  : withPositions(op.op, b.values);
  const ir::Value index = b.values.fresh(ir::indexType, b.values.name(statement.results[0]).text + "_index");
  ir::Values results = statement.results;
  results.push_back(index);
  b.statements().push_back({std::move(results), std::move(both), statement.location});
  return index;
}

// The tangents of the element at `index`, or of the neutral one.
void tangentsOfElement(const ir::Reduce &op, const ir::Statement &statement, ir::Value index, Tangents &tangents) {
  ir::Builder &b = tangents.builder();
  const ir::Value isElement = b.apply(prims::Prim::Ge, {index, b.index(0)});
  for (auto [result, elements, neutral] : llvm::zip_equal(statement.results, op.arrays, op.neutral)) {
    if (!tangents.isActive(result))
      continue;
    const ir::Value array = tangents.of(elements), scalar = result;
    const ir::Values t = b.ifElse(
        isElement,
        [&](ir::Builder &in) -> ir::Values {
          return {array ? in.read(array, {index}) : in.zero(in.type(scalar).scalar)};
        },
        [&, start = neutral](ir::Builder &) -> ir::Values { return {tangents.dense(start)}; });
    tangents.set(result, t[0]);
  }
}

} // namespace

void tangent(const ir::Reduce &op, const ir::Statement &statement, Tangents &tangents) {
  if (isOneElement(op, tangents.builder())) {
    tangentsOfElement(op, statement, reduceWithIndex(op, statement, tangents.builder()), tangents);
    return;
  }
  associativeTangent(op, statement, tangents);
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

// min, max, and others that give one of their arguments: one element, of min and max the first of equals, or else the
// neutral element has the whole adjoint. An element's adjoint is sparse and flows as such into the statement that made the
// array.
bool givesOneElement(const ir::Reduce &op, Adjoints &adjoints) { return isOneElement(op, adjoints.builder()); }

ReturnSweep oneElement(const ir::Reduce &op, const ir::Statement &statement, Adjoints &adjoints) {
  const ir::Value index = reduceWithIndex(op, statement, adjoints.builder());
  return [op, index, results = statement.results, &adjoints] {
    if (llvm::none_of(results, [&](ir::Value r) { return adjoints.isActiveAndNonzero(r); }))
      return;
    ir::Builder &b = adjoints.builder();
    const ir::Value isElement = b.apply(prims::Prim::Ge, {index, b.index(0)});
    for (auto [r, elements, neutral] : llvm::zip_equal(results, op.arrays, op.neutral)) {
      if (!adjoints.isActiveAndNonzero(r))
        continue;
      const ir::Value d = adjoints.of(r);
      if (adjoints.isActive(elements))
        adjoints.addAt(elements, {index}, d, isElement);
      if (adjoints.isActive(neutral))
        adjoints.add(neutral, b.select(isElement, b.zero(b.type(d).scalar), d));
    }
  };
}

// times, and other operators with an inverse: all elements but one follow from the total (ops/rules/Invertible.h).
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
    const ir::Value elements = adjoints.current(op.arrays[0]);
    adjoints.add(op.arrays[0], ofElements(*invertible(primitiveOperator(op.op)), op.neutral[0], elements, r,
                                          adjoints.of(r), b));
  };
}

// general: any operator on scalars, as one segment (ops/rules/Segments.cpp).
bool isGeneral(const ir::Reduce &op, Adjoints &adjoints) {
  return isScalarOperator(op.op, adjoints.builder().values);
}

// a[i+1] op .. op a[n-1] for i < n-1: a scan from the right whose start value is the last element.
Segments::At elementsAfter(const ir::Reduce &op, ir::Builder &b) {
  const ir::Value last = b.sub(op.count, b.index(1)), lastButOne = b.sub(last, b.index(1));
  const auto lastElements = [&](ir::Builder &in) { return elementsAt(op.arrays, last, in); };
  const auto none = [&](ir::Builder &in) {
    ir::Values zeros;
    for (ir::Value v : op.neutral)
      zeros.push_back(in.zero(in.type(v).scalar));
    return zeros;
  };
  const ir::Values start = b.ifElse(b.lessThan(b.index(0), op.count), lastElements, none);
  ir::Scan scan{b.apply(prims::Prim::Max, {last, b.index(0)}), {}, start, swapped(op.op, b.values)};
  for (ir::Value array : op.arrays)
    scan.arrays.push_back(b.emit1(ir::Slice{array, lastButOne, scan.count, -1}));
  return [lastButOne, start, suffixes = b.emit(std::move(scan))](ir::Builder &in, ir::Value i) {
    const auto suffix = [&](ir::Builder &then) {
      return elementsAt(suffixes, then.sub(then.sub(lastButOne, then.index(1)), i), then);
    };
    return in.ifElse(in.lessThan(i, lastButOne), suffix, [&](ir::Builder &) { return start; });
  };
}

ReturnSweep general(const ir::Reduce &op, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return [op, results = statement.results, &adjoints] {
    if (llvm::none_of(results, [&](ir::Value r) { return adjoints.isActiveAndNonzero(r); }))
      return;
    const ir::Reduce now = std::get<ir::Reduce>(adjoints.current(op));
    ir::Builder &b = adjoints.builder();
    const ir::Values seeds = adjoints.adjointsOfActive(results);
    Segments whole{now.count, now.arrays, {}, {}, {}, {}, {}, {}, adjoints.activeFlags(op.neutral)};
    whole.prefixes = b.emit(ir::Scan{now.count, now.arrays, now.neutral, ir::cloneBlock(now.op, b.values)});
    whole.after = elementsAfter(now, b);
    whole.hasBefore = [](ir::Builder &in, ir::Value i) { return in.lessThan(in.index(0), i); };
    whole.hasAfter = [last = b.sub(now.count, b.index(1))](ir::Builder &in, ir::Value i) { return in.lessThan(i, last); };
    whole.seeds = [seeds](ir::Builder &, ir::Value) { return seeds; };
    whole.starts = [start = now.neutral](ir::Builder &, ir::Value) { return start; };
    const ir::Values given = elementAdjoints(now.op, adjoints.activeFlags(results), whole, adjoints);
    const ir::Value hasFirst = b.lessThan(b.index(0), now.count);
    for (std::size_t k = 0, next = 0, nextStart = seeds.size(); k < results.size(); ++k) {
      if (adjoints.isActive(op.neutral[k])) {
        const ir::Value ofFirst = given[nextStart++];
        const auto first = [&](ir::Builder &in) { return in.read(ofFirst, {in.index(0)}); };
        adjoints.add(op.neutral[k], orElse(b, hasFirst, first, seeds[next]));
      }
      if (adjoints.isActive(results[k]))
        adjoints.add(op.arrays[k], given[next++]);
    }
  };
}

ReturnSweep sequential(const ir::Reduce &op, const ir::Statement &statement, Adjoints &adjoints) {
  return adjointOf({{statement.results, asLoop(op, adjoints.builder()), statement.location}}, adjoints);
}

constexpr AdjointRule<ir::Reduce> rulesOfReductions[] = {
    {"plus", isPlus, plus},
    {"min_max", givesOneElement, oneElement},
    {"invertible", isInvertible, others},
    {"columns", isByColumns, differentiatedByColumns},
    {"general", isGeneral, general},
    {"sequential", always, sequential},
};

} // namespace

ReturnSweep adjoint(const ir::Reduce &op, const ir::Statement &statement, Adjoints &adjoints) {
  return adjointByRule("reduce", rulesOfReductions, op, statement, adjoints);
}

} // namespace soac::ops
