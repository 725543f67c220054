// r = dest, but r[indices[i]] = values[i]; indices out of range are ignored, and it fails where one in range occurs
// twice.
//   tangent:  r' = scatter(dest', indices, values')
//   adjoint:  values_adj[i] += r_adj[indices[i]]; dest_adj += r_adj with zeros at the indices [SC22 §5.3]
#include "ops/rules/Bins.h"
#include "ops/rules/Evaluation.h"
#include "ops/Ops.h"

#include <llvm/ADT/DenseSet.h>

namespace soac::ops {

void evaluate(const ir::Scatter &op, const ir::Statement &statement, Evaluation &eval) {
  const RuntimeValue indices = eval.of(op.indices), values = eval.of(op.values);
  if (indices.extent(0) != values.extent(0)) {
    eval.fail("scatter of " + llvm::Twine(values.extent(0)) + " values with " + llvm::Twine(indices.extent(0)) +
              " indices");
    return;
  }
  RuntimeValue result = eval.take(op.dest);
  const bool hasRows = values.extent(0) > 0 && result.extent(0) > 0;
  if (hasRows && result.extents().drop_front() != values.extents().drop_front()) {
    eval.fail("the rows of a scatter's values and destination differ in shape");
    return;
  }
  llvm::DenseSet<std::int64_t> written;
  const std::int64_t width = product(result.extents().drop_front());
  for (std::int64_t i = 0; i < indices.extent(0); ++i) {
    const std::int64_t at = indices.elements()[static_cast<std::size_t>(i)].i;
    ++eval.counters.reads;
    if (at < 0 || at >= result.extent(0))
      continue;
    if (!written.insert(at).second) {
      eval.fail("scatter writes index " + llvm::Twine(at) + " twice");
      return;
    }
    eval.counters.reads += static_cast<std::uint64_t>(width);
    eval.write(result, at * width, values.row(i));
  }
  eval.set(statement.results[0], std::move(result));
}

void tangent(const ir::Scatter &op, const ir::Statement &statement, Tangents &tangents) {
  tangents.keep(statement);
  if (!tangents.of(op.dest) && !tangents.of(op.values))
    return;
  ir::Scatter both{tangents.dense(op.dest), op.indices, tangents.dense(op.values)};
  tangents.set(statement.results[0], tangents.builder().emit1(std::move(both)));
}

namespace {

// The elements (rows) of `array` at `indices`, zero where these are out of range.
ir::Value gatherInRange(ir::Value array, ir::Value indices, ir::Builder &b) {
  const ir::Value n = b.extent(array);
  return b.map(b.extent(indices), {indices}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
    return in.ifElse(
        isInRange(in, p[1], n), [&](ir::Builder &then) -> ir::Values { return {then.read(array, {p[1]})}; },
        [&](ir::Builder &otherwise) -> ir::Values {
          const ir::Values extents = otherwise.extents(array);
          return {otherwise.fill(otherwise.zero(otherwise.type(array).scalar), llvm::ArrayRef(extents).drop_front())};
        });
  })[0];
}

} // namespace

// Saves and restores the elements that are overwritten, so that the work is proportional to the updates and not to the
// array [SC22 §5.3]; Note [Restored arrays].
ReturnSweep adjoint(const ir::Scatter &op, const ir::Statement &statement, Adjoints &adjoints) {
  const ir::Value overwritten = gatherInRange(op.dest, op.indices, adjoints.builder());
  adjoints.keep(statement);
  return [op, overwritten, r = statement.results[0], &adjoints] {
    ir::Builder &b = adjoints.builder();
    if (adjoints.isActive(r) && !adjoints.isZero(r)) {
      const ir::Value d = adjoints.of(r);
      if (adjoints.isActive(op.values))
        adjoints.add(op.values, gatherInRange(d, op.indices, b));
      if (adjoints.isActive(op.dest))
        adjoints.add(op.dest, b.emit1(ir::Scatter{d, op.indices, b.zerosLike(op.values)}));
    }
    adjoints.undone(op.dest, r, b.emit1(ir::Scatter{adjoints.current(r), op.indices, overwritten}));
  };
}

} // namespace soac::ops
