// r[i] = neutral op a[0] op .. op a[i] (inclusive): r[i] = r[i-1] op a[i] with r[-1] = neutral.
//   tangent:  the scan of pairs (value, tangent) under op's tangent
//   adjoint:  r[i] is read by the caller and by step i+1, so its whole adjoint is
//             t[i] = r_adj[i] + d(r[i] op a[i+1])/dr[i] * t[i+1]: affine maps, which compose associatively, hence a
//             scan from the right; then a_adj[i] += d(r[i-1] op a[i])/da[i] * t[i] [SC22 §5.2]
// A "neutral" element that is not neutral is a start value, which every rule takes into account.
#include "ir/Walk.h"
#include "ops/rules/Bins.h"
#include "ops/rules/Evaluation.h"
#include "ops/rules/Interchange.h"
#include "ops/rules/AssociativeTangent.h"
#include "ops/rules/Operators.h"
#include "ops/rules/OperatorAdjoint.h"
#include "ops/Ops.h"
#include "ops/RuleTable.h"
#include "ops/rules/SequentialScan.h"

namespace soac::ops {

void evaluate(const ir::Scan &op, const ir::Statement &statement, Evaluation &eval) {
  const std::int64_t count = eval.integer(op.count);
  if (!checkExtents(count, op.arrays, eval))
    return;
  llvm::SmallVector<RuntimeValue, 4> prefix;
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

void tangent(const ir::Scan &op, const ir::Statement &statement, Tangents &tangents) {
  associativeTangent(op, statement, tangents);
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
// operator's adjoint, with seed q[i], gives the adjoints of a[i] and of the operator's free variables [SC22 §5.2].
// To compose two maps of k numbers takes the cube of k, and code for each: more than `mostNumbers` go step by step.
constexpr std::size_t mostNumbers = 9;

bool isGeneral(const ir::Scan &op, Adjoints &adjoints) {
  return op.neutral.size() <= mostNumbers && isScalarOperator(op.op, adjoints.builder().values);
}

class GeneralReturn {
public:
  /// `op` in current versions.
  GeneralReturn(const ir::Scan &op, llvm::ArrayRef<ir::Value> results, Adjoints &adjoints)
      : op(op), adjoints(adjoints), step(op.op, adjoints.activeFlags(results), adjoints),
        seeds(adjoints.adjointsOfActive(results)), n(results.size()), k(seeds.size()) {
    for (ir::Value r : results)
      known.push_back(adjoints.current(r));
  }

  /// `arrays` and `neutral` are the original operands, which the adjoints belong to.
  void run(llvm::ArrayRef<ir::Value> arrays, llvm::ArrayRef<ir::Value> neutral) {
    startsActive = adjoints.activeFlags(neutral);
    const ir::Values q = wholeAdjoints(jacobians());
    const ir::Values given = adjoints.withAccumulators(step.free.arrays, [&] {
      ir::Map back{op.count, q, {}};
      ir::Types types{ir::indexType};
      for (ir::Value v : q)
        types.push_back(adjoints.builder().type(v).element());
      back.fn = adjoints.nested(types, {}, {}, [&](llvm::ArrayRef<ir::Value> p) { return stepAdjoints(p); });
      return adjoints.builder().emit(std::move(back));
    });
    std::size_t next = 0;
    for (std::size_t c = 0; c < n; ++c)
      if (step.active[c])
        adjoints.add(arrays[c], given[next++]);
    for (std::size_t c = 0; c < n; ++c)
      if (startsActive[c])
        adjoints.add(neutral[c], ofFirst(given[next++]));
    for (ir::Value v : step.free.scalars)
      adjoints.add(v, adjoints.builder().reduceAdd(given[next++]));
  }

private:
  ir::Type elementType(std::size_t activeComponent) const {
    return adjoints.builder().type(seeds[activeComponent]).element();
  }

  ir::Values read(llvm::ArrayRef<ir::Value> arrays, ir::Value i) {
    return elementsAt(arrays, i, adjoints.builder());
  }

  // The element of step 0, zero when the scan has no steps.
  ir::Value ofFirst(ir::Value array) {
    ir::Builder &b = adjoints.builder();
    const auto first = [&](ir::Builder &in) { return in.read(array, {in.index(0)}); };
    return orElse(b, b.lessThan(b.index(0), op.count), first, b.zero(b.type(array).scalar));
  }

  // Arrays of the entries of M, row by row; zero for the last step, which no step follows.
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

  // The partial derivatives of result m of step i+1 by the components of r[i].
  ir::Values jacobianColumn(ir::Value i, std::size_t m) {
    ir::Builder &b = adjoints.builder();
    OperatorAdjoint::Seeds unit;
    for (std::size_t c = 0, next = 0; c < n; ++c) {
      const bool isUnit = step.active[c] && next++ == m;
      unit.push_back(isUnit ? Adjoints::Seed(b.one(b.type(known[c]).scalar)) : Adjoints::Seed());
    }
    return step.at(read(known, i), read(op.arrays, b.add(i, b.index(1))), step.active, step.none, unit,
                   /*reachFree=*/false);
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
        sum = b.add(sum, b.apply(prims::Prim::StrongMul, {m2[j * k + m], c1[m]}));
      results.push_back(sum);
    }
    for (std::size_t j = 0; j < k; ++j)
      for (std::size_t m = 0; m < k; ++m) {
        ir::Value sum = b.apply(prims::Prim::StrongMul, {m2[j * k], m1[m]});
        for (std::size_t l = 1; l < k; ++l)
          sum = b.add(sum, b.apply(prims::Prim::StrongMul, {m2[j * k + l], m1[l * k + m]}));
        results.push_back(sum);
      }
    return results;
  }

  // The contributions of step i to a[i], to the start value and to the free scalars.
  ir::Values stepAdjoints(llvm::ArrayRef<ir::Value> p) {
    const ir::Value i = p[0];
    const llvm::ArrayRef<ir::Value> q = p.drop_front();
    ir::Block later = adjoints.nested({}, step.free.scalars, {}, [&](llvm::ArrayRef<ir::Value>) {
      ir::Builder &b = adjoints.builder();
      ir::Values given = step.at(read(known, b.sub(i, b.index(1))), read(op.arrays, i), step.none, step.active, step.seeds(q));
      for (std::size_t c = 0; c < n; ++c)
        if (startsActive[c])
          given.push_back(b.zero(b.type(known[c]).scalar));
      return given;
    });
    ir::Block first = adjoints.nested({}, step.free.scalars, {}, [&](llvm::ArrayRef<ir::Value>) {
      return step.atStart(op.neutral, read(op.arrays, i), startsActive, q);
    });
    ir::Builder &b = adjoints.builder();
    return b.emit(ir::If{b.lessThan(b.index(0), i), std::move(later), std::move(first)});
  }

  const ir::Scan &op;
  Adjoints &adjoints;
  const OperatorAdjoint step;
  const ir::Values seeds;   ///< the adjoints of the active results
  ir::Values known;         ///< the scan's results
  const std::size_t n, k;   ///< numbers of components and of active components
  llvm::SmallVector<bool, 4> startsActive;
};

ReturnSweep general(const ir::Scan &op, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return [op, results = statement.results, &adjoints] {
    if (llvm::none_of(results, [&](ir::Value r) { return adjoints.isActiveAndNonzero(r); }))
      return;
    const ir::Scan now = std::get<ir::Scan>(adjoints.current(op));
    GeneralReturn(now, results, adjoints).run(op.arrays, op.neutral);
  };
}

constexpr AdjointRule<ir::Scan> rulesOfScans[] = {{"plus", isPlus, plus},
                                                  {"columns", isByColumns, differentiatedByColumns},
                                                  {"general", isGeneral, general},
                                                  {"sequential", always, sequentialScan}};

} // namespace

ReturnSweep adjoint(const ir::Scan &op, const ir::Statement &statement, Adjoints &adjoints) {
  return adjointByRule("scan", rulesOfScans, op, statement, adjoints);
}

} // namespace soac::ops
