// r[i] = neutral op a[0] op .. op a[i] (inclusive): r[i] = r[i-1] op a[i] with r[-1] = neutral.
//   tangent:  the scan of pairs (value, tangent) under op's tangent
//   adjoint:  r[i] is read by the caller and by step i+1, so its whole adjoint is
//             t[i] = r_adj[i] + d(r[i] op a[i+1])/dr[i] * t[i+1]: affine maps, which compose associatively, hence a
//             scan from the right; then a_adj[i] += d(r[i-1] op a[i])/da[i] * t[i] [SC22 §5.2]
#include "ir/Walk.h"
#include "ops/Evaluation.h"
#include "ops/Interchange.h"
#include "ops/Lift.h"
#include "ops/Operators.h"
#include "ops/Ops.h"
#include "ops/RuleTable.h"
#include "ops/SequentialScan.h"

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

// general: step i computes r[i] = before[i] op a[i], before = [neutral, r[0], ..]. r[i] is read by the caller and by step
// i+1, so its whole adjoint is q[i] = r_adj[i] + M[i] q[i+1] with M[i] the transposed Jacobian of step i+1 by its first
// operand: affine maps, which compose associatively, hence a scan from the right. One more application of the
// operator's adjoint, with seed q[i], gives what a[i] and the operator's free variables get [SC22 §5.2].
bool isGeneral(const ir::Scan &op, Adjoints &adjoints) {
  return isScalarOperator(op.op, adjoints.builder().values) &&
         llvm::none_of(op.neutral, [&](ir::Value v) { return adjoints.isActive(v); });
}

class GeneralReturn {
public:
  GeneralReturn(const ir::Scan &op, llvm::ArrayRef<ir::Value> results, Adjoints &adjoints)
      : op(op), adjoints(adjoints), n(results.size()) {
    for (ir::Value r : results) {
      active.push_back(adjoints.isActive(r));
      known.push_back(adjoints.current(r));
      if (active.back())
        seeds.push_back(adjoints.of(r));
    }
    k = seeds.size();
    first.append(active.begin(), active.end());
    first.append(n, false);
    second.append(n, false);
    second.append(active.begin(), active.end());
  }

  void run(llvm::ArrayRef<ir::Value> arrays) {
    const ir::Values q = wholeAdjoints(jacobians());
    const FreeVariables free = adjoints.activeFree({&op.op});
    const ir::Values contributions = adjoints.withAccumulators(free.arrays, [&] {
      ir::Map back{op.count, q, {}};
      ir::Types types{ir::indexType};
      for (ir::Value v : q)
        types.push_back(adjoints.builder().type(v).element());
      back.fn = adjoints.nested(types, {}, {}, [&](llvm::ArrayRef<ir::Value> p) { return stepAdjoints(p, free); });
      return adjoints.builder().emit(std::move(back));
    });
    std::size_t next = 0;
    for (std::size_t c = 0; c < n; ++c)
      if (active[c]) {
        if (adjoints.isActive(arrays[c]))
          adjoints.add(arrays[c], contributions[next]);
        ++next;
      }
    for (ir::Value v : free.scalars)
      adjoints.add(v, adjoints.builder().reduceAdd(contributions[next++]));
  }

private:
  ir::Type elementType(std::size_t activeComponent) const {
    return adjoints.builder().type(seeds[activeComponent]).element();
  }

  // (before[i], a[i])
  ir::Values stepArguments(ir::Value i, ir::Value previous) {
    ir::Builder &b = adjoints.builder();
    ir::Values arguments;
    for (ir::Value r : known)
      arguments.push_back(b.read(r, {previous}));
    for (ir::Value array : op.arrays)
      arguments.push_back(b.read(array, {i}));
    return arguments;
  }

  // Arrays of the entries of M, row by row; zero for the last step, which nothing follows.
  ir::Values jacobians() {
    ir::Builder &b = adjoints.builder();
    const ir::Value last = b.sub(op.count, b.index(1));
    ir::Map all{op.count, {}, {}};
    all.fn = adjoints.nested({ir::indexType}, {}, {}, [&](llvm::ArrayRef<ir::Value> p) {
      ir::Block then = adjoints.nested({}, {}, {}, [&](llvm::ArrayRef<ir::Value>) {
        ir::Values columns;
        for (std::size_t m = 0; m < k; ++m)
          columns.append(jacobianColumn(p[0], m));
        ir::Values rows;
        for (std::size_t j = 0; j < k; ++j)
          for (std::size_t m = 0; m < k; ++m)
            rows.push_back(columns[m * k + j]);
        return rows;
      });
      ir::Block otherwise;
      for (std::size_t j = 0; j < k; ++j)
        otherwise.results.append(k, adjoints.builder().zero(elementType(j).scalar));
      const ir::Value isFollowed = adjoints.builder().lessThan(p[0], last);
      return adjoints.builder().emit(ir::If{isFollowed, std::move(then), std::move(otherwise)});
    });
    return b.emit(std::move(all));
  }

  // What result m of step i+1 gives to the components of r[i].
  ir::Values jacobianColumn(ir::Value i, std::size_t m) {
    ir::Builder &b = adjoints.builder();
    const ir::Values arguments = stepArguments(b.add(i, b.index(1)), i);
    llvm::SmallVector<Adjoints::Seed, 4> unit;
    for (std::size_t c = 0, next = 0; c < n; ++c) {
      const bool isUnit = active[c] && next++ == m;
      unit.push_back(isUnit ? Adjoints::Seed(b.one(b.type(arguments[c]).scalar)) : Adjoints::Seed());
    }
    adjoints.sweep(op.op, arguments, first, unit, /*reachFree=*/false);
    ir::Values column;
    for (std::size_t c = 0; c < n; ++c)
      if (active[c])
        column.push_back(adjoints.of(arguments[c]));
    return column;
  }

  // q: the scan from the right of (c, M): x -> c + M x under composition.
  ir::Values wholeAdjoints(llvm::ArrayRef<ir::Value> matrices) {
    ir::Builder &b = adjoints.builder();
    ir::Scan scan{op.count, {}, {}, {}};
    ir::Types types;
    for (ir::Value d : seeds) {
      scan.arrays.push_back(b.reverse(d));
      scan.neutral.push_back(b.zero(b.type(d).scalar));
      types.push_back(b.type(d).element());
    }
    for (std::size_t j = 0; j < k; ++j)
      for (std::size_t m = 0; m < k; ++m) {
        scan.arrays.push_back(b.reverse(matrices[j * k + m]));
        const ir::Scalar scalar = elementType(j).scalar;
        scan.neutral.push_back(j == m ? b.one(scalar) : b.zero(scalar));
        types.push_back(elementType(j));
      }
    const ir::Types elements = types;
    types.append(elements);
    scan.op = b.block(types, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) { return compose(p, in); });
    const ir::Values reversed = b.emit(std::move(scan));
    ir::Values q;
    for (std::size_t j = 0; j < k; ++j)
      q.push_back(b.reverse(reversed[j]));
    return q;
  }

  // (c1, M1), (c2, M2) -> (c2 + M2 c1, M2 M1)
  ir::Values compose(llvm::ArrayRef<ir::Value> p, ir::Builder &b) const {
    const auto c1 = p.take_front(k), m1 = p.slice(k, k * k), c2 = p.slice(k + k * k, k), m2 = p.take_back(k * k);
    ir::Values results;
    for (std::size_t j = 0; j < k; ++j) {
      ir::Value sum = c2[j];
      for (std::size_t m = 0; m < k; ++m)
        sum = b.add(sum, b.mul(m2[j * k + m], c1[m]));
      results.push_back(sum);
    }
    for (std::size_t j = 0; j < k; ++j)
      for (std::size_t m = 0; m < k; ++m) {
        ir::Value sum = b.mul(m2[j * k], m1[m]);
        for (std::size_t l = 1; l < k; ++l)
          sum = b.add(sum, b.mul(m2[j * k + l], m1[l * k + m]));
        results.push_back(sum);
      }
    return results;
  }

  // What step i gives to a[i], then to the free scalars. The first step is neutral op a[0] = a[0].
  ir::Values stepAdjoints(llvm::ArrayRef<ir::Value> p, const FreeVariables &free) {
    ir::Block step = adjoints.nested({}, free.scalars, {}, [&](llvm::ArrayRef<ir::Value>) {
      ir::Builder &b = adjoints.builder();
      const ir::Values arguments = stepArguments(p[0], b.sub(p[0], b.index(1)));
      llvm::SmallVector<Adjoints::Seed, 4> stepSeeds;
      for (std::size_t c = 0, next = 1; c < n; ++c)
        stepSeeds.push_back(active[c] ? Adjoints::Seed(p[next++]) : Adjoints::Seed());
      adjoints.sweep(op.op, arguments, second, stepSeeds);
      ir::Values elements;
      for (std::size_t c = 0; c < n; ++c)
        if (active[c])
          elements.push_back(adjoints.of(arguments[n + c]));
      return elements;
    });
    ir::Block start;
    start.results.append(p.begin() + 1, p.end());
    ir::Builder &b = adjoints.builder();
    for (ir::Value v : free.scalars)
      start.results.push_back(b.zero(b.type(v).scalar));
    return b.emit(ir::If{b.lessThan(b.index(0), p[0]), std::move(step), std::move(start)});
  }

  const ir::Scan &op;
  Adjoints &adjoints;
  std::size_t n, k = 0;          ///< components, active ones
  llvm::SmallVector<bool, 8> active, first, second;
  ir::Values known, seeds;       ///< the scan's results, the adjoints of the active ones
};

ReturnSweep general(const ir::Scan &op, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return [op, results = statement.results, &adjoints] {
    if (llvm::none_of(results, [&](ir::Value r) { return adjoints.isActiveAndNonzero(r); }))
      return;
    const ir::Scan now = std::get<ir::Scan>(adjoints.current(op));
    GeneralReturn(now, results, adjoints).run(op.arrays);
  };
}

constexpr AdjointRule<ir::Scan> rules[] = {{"plus", isPlus, plus},
                                           {"columns", isByColumns, differentiatedByColumns},
                                           {"general", isGeneral, general},
                                           {"sequential", always, sequentialScan}};

} // namespace

ReturnSweep adjoint(const ir::Scan &op, const ir::Statement &statement, Adjoints &adjoints) {
  return adjointByRule("scan", rules, op, statement, adjoints);
}

} // namespace soac::ops
