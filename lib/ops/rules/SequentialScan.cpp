// r[i] = before[i] op a[i], before = [neutral, r[0], .., r[n-2]], from the last step to the first: the whole adjoint of
// r[i] is q[i] = r_adj[i] + the contribution of step i+1 to before[i+1], and one application of the operator's adjoint at
// (before[i], a[i]) with seed q[i] gives the adjoints of before[i], of a[i] and of the operator's free variables. The
// scan's results are known, so nothing is stored.
#include "ops/rules/SequentialScan.h"

#include "ops/rules/Operators.h"
#include "prims/Prims.h"

namespace soac::ops {
namespace {

class ScanBackwards {
public:
  ScanBackwards(const ir::Scan &original, llvm::ArrayRef<ir::Value> results, Adjoints &adjoints)
      : original(original), op(std::get<ir::Scan>(adjoints.current(original))), adjoints(adjoints),
        free(adjoints.activeFree({&op.op})) {
    for (ir::Value r : results) {
      active.push_back(adjoints.isActive(r));
      known.push_back(adjoints.current(r));
      if (active.back())
        seeds.push_back(adjoints.of(r));
    }
  }

  void run() {
    ir::Builder &b = adjoints.builder();
    ir::Loop back{op.count, {}, {}, {}, {}};
    for (std::size_t c = 0; c < active.size(); ++c)
      if (active[c])
        back.inits.push_back(b.zerosLike(op.neutral[c]));
    for (std::size_t c = 0; c < active.size(); ++c)
      if (active[c])
        back.inits.push_back(b.zerosLike(op.arrays[c]));
    for (ir::Value v : free.scalars)
      back.inits.push_back(b.zero(b.type(v).scalar));
    ir::Types types{ir::indexType};
    for (ir::Value v : back.inits)
      types.push_back(b.type(v));
    const ir::Values finals = adjoints.withAccumulators(free.arrays, [&] {
      back.body = adjoints.nested(types, {}, {}, [&](llvm::ArrayRef<ir::Value> p) { return iteration(p); });
      return adjoints.builder().emit(std::move(back));
    });
    const std::size_t k = seeds.size();
    for (std::size_t c = 0, next = 0; c < active.size(); ++c)
      if (active[c]) {
        if (adjoints.isActive(original.neutral[c]))
          adjoints.add(original.neutral[c], finals[next]);
        if (adjoints.isActive(original.arrays[c]))
          adjoints.add(original.arrays[c], finals[k + next]);
        ++next;
      }
    adjoints.addToActive(free.scalars, llvm::ArrayRef(finals).drop_front(2 * k));
  }

private:
  // (adjoint of before[i+1].., adjoints of the elements so far.., sums of the free scalars..) one step back.
  ir::Values iteration(llvm::ArrayRef<ir::Value> p) {
    ir::Builder &b = adjoints.builder();
    const std::size_t k = seeds.size();
    const ir::Value i = b.sub(b.sub(op.count, b.index(1)), p[0]);
    ir::Values q;
    for (std::size_t m = 0; m < k; ++m)
      q.push_back(b.addArrays(b.read(seeds[m], {i}), p[1 + m]));
    const ir::Values given = b.inlineBlock(step(i, q), {});
    ir::Values next(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(k));
    for (std::size_t m = 0; m < k; ++m)
      next.push_back(b.update(p[1 + k + m], {i}, given[k + m]));
    for (std::size_t m = 2 * k; m < given.size(); ++m)
      next.push_back(b.add(p[1 + m], given[m]));
    return next;
  }

  // The operator's adjoint at step i with seeds q: the adjoints of before[i], of a[i] and of the free scalars.
  ir::Block step(ir::Value i, llvm::ArrayRef<ir::Value> q) {
    return adjoints.nested({}, free.scalars, {}, [&](llvm::ArrayRef<ir::Value>) {
      ir::Values arguments = before(i);
      arguments.append(elementsAt(op.arrays, i, adjoints.builder()));
      llvm::SmallVector<Adjoints::Seed, 4> stepSeeds;
      for (std::size_t c = 0, next = 0; c < active.size(); ++c)
        stepSeeds.push_back(active[c] ? Adjoints::Seed(q[next++]) : Adjoints::Seed());
      llvm::SmallVector<bool, 8> both(active.begin(), active.end());
      both.append(active.begin(), active.end());
      adjoints.sweep(op.op, arguments, both, stepSeeds);
      ir::Values results;
      for (std::size_t c = 0; c < arguments.size(); ++c)
        if (both[c])
          results.push_back(adjoints.of(arguments[c]));
      return results;
    });
  }

  ir::Values before(ir::Value i) {
    ir::Builder &b = adjoints.builder();
    const auto previous = [&](ir::Builder &in) { return elementsAt(known, in.sub(i, in.index(1)), in); };
    return b.ifElse(b.lessThan(b.index(0), i), previous, [&](ir::Builder &) { return op.neutral; });
  }

  const ir::Scan &original;
  const ir::Scan op; ///< in current versions
  Adjoints &adjoints;
  const FreeVariables free;
  llvm::SmallVector<bool, 4> active; ///< per component
  ir::Values known, seeds;         ///< the scan's results; the adjoints of the active results
};

} // namespace

ReturnSweep sequentialScan(const ir::Scan &op, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return [op, results = statement.results, &adjoints] {
    if (llvm::any_of(results, [&](ir::Value r) { return adjoints.isActiveAndNonzero(r); }))
      ScanBackwards(op, results, adjoints).run();
  };
}

} // namespace soac::ops
