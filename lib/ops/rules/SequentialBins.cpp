// Value i turns the content of its bin, before[i], into before[i] op v[i]. A loop forwards finds every before[i]. A loop from
// the last value to the first has in q the adjoints of the bins' contents, at its start the adjoints of the results. One
// application of the operator's adjoint, at (before[i], v[i]) with seed q[key[i]], gives the adjoints of v[i], of the
// operator's free variables and of before[i]; this last one replaces q[key[i]]. At its end q is the adjoint of dest:
//   keys [0, 0]: r = (dest[0] op v[0]) op v[1];  v[1] takes from q[0], then v[0], then dest[0]
#include "ops/rules/SequentialBins.h"

#include "ops/rules/Bins.h"
#include "ops/rules/OperatorAdjoint.h"
#include "ops/rules/Operators.h"

namespace soac::ops {
namespace {

ir::Values updated(llvm::ArrayRef<ir::Value> arrays, ir::Value i, llvm::ArrayRef<ir::Value> values, ir::Builder &b) {
  ir::Values results;
  for (auto [array, value] : llvm::zip_equal(arrays, values))
    results.push_back(b.update(array, {i}, value));
  return results;
}

class BinsBackwards {
public:
  BinsBackwards(const ir::ReduceByIndex &original, llvm::ArrayRef<ir::Value> results, Adjoints &adjoints)
      : original(original), op(std::get<ir::ReduceByIndex>(adjoints.current(original))), adjoints(adjoints),
        step(op.op, adjoints.activeFlags(results), adjoints), seeds(adjoints.adjointsOfActive(results)) {}

  void run() {
    ir::Builder &b = adjoints.builder();
    before = valuesBefore();
    ir::Loop back{op.count, {}, seeds, {}, {}};
    for (auto [values, isActive] : llvm::zip_equal(op.values, step.active))
      if (isActive)
        back.inits.push_back(b.zerosLike(values));
    for (ir::Value v : step.free.scalars)
      back.inits.push_back(b.zero(b.type(v).scalar));
    ir::Types types{ir::indexType};
    for (ir::Value v : back.inits)
      types.push_back(b.type(v));
    const ir::Values finals = adjoints.withAccumulators(step.free.arrays, [&] {
      back.body = adjoints.nested(types, {}, {}, [&](llvm::ArrayRef<ir::Value> p) { return iteration(p[0], p.drop_front()); });
      return adjoints.builder().emit(std::move(back));
    });
    const std::size_t k = seeds.size();
    for (std::size_t c = 0, next = 0; c < step.active.size(); ++c)
      if (step.active[c]) {
        adjoints.add(original.dests[c], finals[next]);
        adjoints.add(original.values[c], finals[k + next++]);
      }
    adjoints.addToActive(step.free.scalars, llvm::ArrayRef(finals).drop_front(2 * k));
  }

private:
  // For every value the contents of its bin before it is combined; zero for keys out of range.
  ir::Values valuesBefore() {
    ir::Builder &b = adjoints.builder();
    const std::size_t n = op.dests.size();
    ir::Values inits(op.dests);
    for (ir::Value values : op.values)
      inits.push_back(b.zerosLike(values));
    const ir::Values finals = b.loop(op.count, inits, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
      const ir::Value i = p[0], key = in.read(op.keys, {i});
      const auto bins = p.slice(1, n), found = p.take_back(n);
      const auto inside = [&](ir::Builder &then) {
        const ir::Values held = elementsAt(bins, key, then);
        ir::Values operands(held);
        operands.append(elementsAt(op.values, i, then));
        const ir::Values combined = then.inlineBlock(op.op, operands);
        // The old contents are stored before the bins change in place, so that this is their last use.
        const ir::Values stored = updated(found, i, held, then);
        ir::Values results = updated(bins, key, combined, then);
        results.append(stored);
        return results;
      };
      return in.ifElse(isInRange(in, key, in.extent(op.dests[0])), inside,
                       [&](ir::Builder &) { return ir::Values(p.drop_front()); });
    });
    return ir::Values(llvm::ArrayRef(finals).drop_front(n));
  }

  // (adjoints of the bins.., of the values.., sums of the free scalars..) one value back.
  ir::Values iteration(ir::Value trip, llvm::ArrayRef<ir::Value> carried) {
    ir::Builder &b = adjoints.builder();
    const std::size_t k = seeds.size();
    const ir::Value i = b.sub(b.sub(op.count, b.index(1)), trip), key = b.read(op.keys, {i});
    ir::Block inside = adjoints.nested({}, step.free.scalars, {}, [&](llvm::ArrayRef<ir::Value>) {
      ir::Builder &in = adjoints.builder();
      const ir::Values q = elementsAt(carried.take_front(k), key, in);
      const ir::Values given =
          step.at(elementsAt(before, i, in), elementsAt(op.values, i, in), step.active, step.active, step.seeds(q));
      const ir::Values ofValues = updated(carried.slice(k, k), i, llvm::ArrayRef(given).drop_front(k), in);
      ir::Values results = updated(carried.take_front(k), key, llvm::ArrayRef(given).take_front(k), in);
      results.append(ofValues);
      return results;
    });
    ir::Block outside = adjoints.nested({}, step.free.scalars, {}, [&](llvm::ArrayRef<ir::Value>) {
      return ir::Values(carried.take_front(2 * k));
    });
    const ir::Value isInside = isInRange(b, key, b.extent(op.dests[0]));
    ir::Values next = b.emit(ir::If{isInside, std::move(inside), std::move(outside)});
    for (std::size_t m = 2 * k; m < next.size(); ++m)
      next[m] = b.add(carried[m], next[m]);
    return next;
  }

  const ir::ReduceByIndex &original;
  const ir::ReduceByIndex op; ///< in current versions
  Adjoints &adjoints;
  const OperatorAdjoint step;
  const ir::Values seeds;     ///< the adjoints of the active results
  ir::Values before;
};

} // namespace

ReturnSweep sequentialBins(const ir::ReduceByIndex &op, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return [op, results = statement.results, &adjoints] {
    if (llvm::any_of(results, [&](ir::Value r) { return adjoints.isActiveAndNonzero(r); }))
      BinsBackwards(op, results, adjoints).run();
  };
}

} // namespace soac::ops
