// r[i] = fn(i, a1[i], .., ak[i]) for all i < count, in parallel.
//   tangent:  (r, r')[i] = fn's tangent at (i, a1[i], .., a1'[i], ..)
//   adjoint:  aj_adj[i] += fn's adjoint at i with seed r_adj[i]. Every iteration reads fn's free variables: scalars
//             receive the sum of the iterations' contributions, arrays receive them through accumulators, so that the
//             work stays proportional to the elements that are read [SC22 §5.4]. For a sparse r_adj only the iterations
//             that it names are swept
#include "ir/Walk.h"
#include "ops/rules/Evaluation.h"
#include "ops/rules/AssociativeTangent.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::Map &op, const ir::Statement &statement, Evaluation &eval) {
  const std::int64_t count = eval.integer(op.count);
  if (!checkExtents(count, op.arrays, eval))
    return;
  llvm::SmallVector<Rows, 4> rows;
  for (ir::Value r : op.fn.results)
    rows.emplace_back(eval.type(r), count);
  for (std::int64_t i = 0; i < count; ++i) {
    if (!eval.runIteration(op.fn, i, op.arrays))
      return;
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (!rows[k].put(i, op.fn, k, eval))
        return;
  }
  for (std::size_t k = 0; k < rows.size(); ++k)
    eval.set(statement.results[k], rows[k].take(statement, op.fn.results[k], eval));
}

void tangent(const ir::Map &op, const ir::Statement &statement, Tangents &tangents) {
  llvm::SmallVector<bool, 4> flags;
  for (ir::Value r : statement.results)
    flags.push_back(tangents.isActive(r));
  ir::Map both{op.count, op.arrays, tangents.transform(op.fn, flags)};
  for (std::size_t k = 0; k < op.arrays.size(); ++k)
    if (tangents.isActive(op.fn.parameters[k + 1]))
      both.arrays.push_back(tangents.dense(op.arrays[k]));
  ir::Values results = liftResults(statement.results, flags, tangents);
  tangents.builder().statements().push_back({std::move(results), std::move(both), statement.location});
}

namespace {

// The return sweep of the one iteration that a sparse adjoint of result number `position` names.
void sweepIteration(const ir::Map &op, std::size_t position, const Adjoints::Sparse &entry, Adjoints &adjoints) {
  ir::Builder &b = adjoints.builder();
  ir::Values arguments{entry.indices[0]};
  llvm::SmallVector<bool, 4> active{false};
  for (ir::Value array : op.arrays) {
    arguments.push_back(b.read(array, {arguments[0]}));
    active.push_back(adjoints.isActive(array));
  }
  llvm::SmallVector<Adjoints::Seed, 4> seeds(op.fn.results.size());
  if (entry.indices.size() == 1)
    seeds[position] = entry.value;
  else
    seeds[position] = Adjoints::Sparse{ir::Values(llvm::drop_begin(entry.indices)), entry.value, {}};
  adjoints.sweep(op.fn, arguments, active, seeds);
  for (std::size_t k = 0; k < op.arrays.size(); ++k) {
    const ir::Value element = arguments[k + 1];
    if (!active[k + 1] || adjoints.isZero(element))
      continue;
    const llvm::SmallVector<Adjoints::Sparse> entries(adjoints.sparse(element));
    for (const Adjoints::Sparse &inner : entries) {
      ir::Values indices{arguments[0]};
      indices.append(inner.indices);
      adjoints.addAt(op.arrays[k], indices, inner.value, inner.guard);
    }
    if (entries.empty())
      adjoints.addAt(op.arrays[k], {arguments[0]}, adjoints.of(element));
  }
}

// The same return sweep under the entry's guard: in a scope of its own, where adjoints of arrays are accumulators.
void sweepGuarded(const ir::Map &op, std::size_t position, const Adjoints::Sparse &entry, Adjoints &adjoints) {
  FreeVariables free = adjoints.activeFree({&op.fn});
  for (ir::Value array : adjoints.activeOf(op.arrays))
    if (!llvm::is_contained(free.arrays, array))
      free.arrays.push_back(array);
  const ir::Values contributions = adjoints.withAccumulators(free.arrays, [&] {
    ir::Block then = adjoints.nested({}, free.scalars, {}, [&](llvm::ArrayRef<ir::Value>) -> ir::Values {
      sweepIteration(op, position, entry, adjoints);
      return {};
    });
    ir::Block otherwise =
        adjoints.nested({}, free.scalars, {}, [](llvm::ArrayRef<ir::Value>) -> ir::Values { return {}; });
    return adjoints.builder().emit(ir::If{entry.guard, std::move(then), std::move(otherwise)});
  });
  adjoints.addToActive(free.scalars, contributions);
}

// Every iteration: re-executes fn's forward sweep and runs its return sweep. The perfect nest needs no other copy of
// the forward sweep [SC22 §4.1].
class MapReturn {
public:
  /// `op` in current versions.
  MapReturn(const ir::Map &op, llvm::ArrayRef<ir::Value> results, Adjoints &adjoints)
      : op(op), results(results), adjoints(adjoints), free(adjoints.activeFree({&op.fn})),
        active(adjoints.activeFlags(op.arrays)) {
    for (ir::Value r : results)
      isReached.push_back(adjoints.isActiveAndNonzero(r));
    for (ir::Value array : op.arrays)
      isBegun.push_back(adjoints.isActiveAndNonzero(array) && !adjoints.hasAccumulator(array) &&
                        !llvm::is_contained(free.arrays, adjoints.original(array)) &&
                        llvm::count(op.arrays, array) == 1);
  }

  void run() {
    ir::Map back{op.count, op.arrays, {}};
    for (std::size_t k = 0; k < results.size(); ++k)
      if (isReached[k])
        back.arrays.push_back(adjoints.of(results[k]));
    for (std::size_t k = 0; k < op.arrays.size(); ++k)
      if (isBegun[k])
        back.arrays.push_back(adjoints.of(op.arrays[k]));
    ir::Types types{ir::indexType};
    for (ir::Value array : back.arrays)
      types.push_back(adjoints.builder().type(array).element());
    const ir::Values contributions = adjoints.withAccumulators(free.arrays, [&] {
      back.fn = adjoints.nested(types, free.scalars, {}, [&](llvm::ArrayRef<ir::Value> p) { return iteration(p); });
      return adjoints.builder().emit(std::move(back));
    });
    std::size_t mapped = 0;
    for (std::size_t k = 0; k < op.arrays.size(); ++k) {
      if (!active[k])
        continue;
      const ir::Value given = contributions[mapped++];
      isBegun[k] ? adjoints.set(op.arrays[k], given) : adjoints.add(op.arrays[k], given);
    }
    for (std::size_t k = 0; k < free.scalars.size(); ++k)
      adjoints.add(free.scalars[k], adjoints.builder().reduceAdd(contributions[mapped + k]));
  }

private:
  // Both sweeps of one iteration, from its index, the elements and the rows of adjoints. Returns the adjoints of the
  // active elements.
  ir::Values iteration(llvm::ArrayRef<ir::Value> p) {
    const llvm::ArrayRef<ir::Value> arguments = p.take_front(op.arrays.size() + 1), elements = arguments.drop_front();
    const ir::Value *next = arguments.end();
    llvm::SmallVector<Adjoints::Seed, 4> seeds;
    for (bool reached : isReached)
      seeds.push_back(reached ? Adjoints::Seed(*next++) : Adjoints::Seed());
    for (std::size_t k = 0; k < elements.size(); ++k)
      if (isBegun[k])
        adjoints.set(elements[k], *next++);
    llvm::SmallVector<bool, 4> activeArguments{false}; // the index is not
    llvm::append_range(activeArguments, active);
    adjoints.sweep(op.fn, arguments, activeArguments, seeds);
    ir::Values given;
    for (std::size_t k = 0; k < elements.size(); ++k)
      if (active[k])
        given.push_back(adjoints.of(elements[k]));
    return given;
  }

  const ir::Map &op;
  llvm::ArrayRef<ir::Value> results;
  Adjoints &adjoints;
  const FreeVariables free;
  const llvm::SmallVector<bool, 4> active; ///< the arrays that the derivative may reach
  llvm::SmallVector<bool, 4> isReached;    ///< results with an adjoint
  llvm::SmallVector<bool, 4> isBegun;      ///< arrays that have an adjoint already: the map adds to its rows
};

} // namespace

ReturnSweep adjoint(const ir::Map &op, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return [op, results = statement.results, &adjoints] {
    ir::Values reached;
    for (ir::Value r : results)
      if (adjoints.isActiveAndNonzero(r))
        reached.push_back(r);
    const bool accumulates = adjoints.accumulates({&op.fn});
    if (reached.empty() && !accumulates)
      return;
    const ir::Map now = std::get<ir::Map>(adjoints.current(op));
    const auto isSparse = [&](ir::Value r) { return !adjoints.sparse(r).empty(); };
    if (accumulates || !llvm::all_of(reached, isSparse) || !adjoints.mayUse("map", "sparse")) {
      MapReturn(now, results, adjoints).run();
      return;
    }
    for (std::size_t position = 0; position < results.size(); ++position) {
      if (!adjoints.isActiveAndNonzero(results[position]))
        continue;
      const llvm::SmallVector<Adjoints::Sparse> entries(adjoints.sparse(results[position]));
      for (const Adjoints::Sparse &entry : entries)
        entry.guard ? sweepGuarded(now, position, entry, adjoints) : sweepIteration(now, position, entry, adjoints);
    }
  };
}

} // namespace soac::ops
