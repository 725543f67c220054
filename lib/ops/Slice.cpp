// r[i] = a[start + i * step], i < count, over the first dimension; step may be negative (reversal: start = n-1,
// step = -1). The positions are distinct unless step = 0.
//   tangent:  r' = slice(a', start, count, step)
//   adjoint:  a_adj[start + i * step] += r_adj[i]
#include "ops/rules/Evaluation.h"
#include "ops/rules/Linear.h"
#include "ops/Ops.h"

#include <algorithm>

namespace soac::ops {

void evaluate(const ir::Slice &op, const ir::Statement &statement, Evaluation &eval) {
  const RuntimeValue &array = eval.of(op.array);
  const std::int64_t start = eval.integer(op.start), count = eval.integer(op.count), n = array.extent(0);
  const std::int64_t last = start + (count - 1) * op.step;
  if (count < 0 || (count > 0 && (start < 0 || start >= n || last < 0 || last >= n))) {
    eval.fail("a slice from " + llvm::Twine(start) + " of " + llvm::Twine(count) + " elements is out of range for extent " +
              llvm::Twine(n));
    return;
  }
  Extents extents(array.extents());
  extents[0] = count;
  RuntimeValue result(array.scalar(), std::move(extents));
  const std::int64_t width = product(array.extents().drop_front());
  const auto from = array.elements().begin();
  auto to = result.mutableElements().begin();
  for (std::int64_t i = 0; i < count; ++i)
    to = std::copy_n(from + (start + i * op.step) * width, width, to);
  eval.counters.reads += static_cast<std::uint64_t>(result.size());
  eval.counters.writes += static_cast<std::uint64_t>(result.size());
  eval.set(statement.results[0], std::move(result));
}

void tangent(const ir::Slice &op, const ir::Statement &statement, Tangents &tangents) {
  linearTangent(op.array, statement, tangents, [&](ir::Value t) { return ir::Slice{t, op.start, op.count, op.step}; });
}

ReturnSweep adjoint(const ir::Slice &op, const ir::Statement &statement, Adjoints &adjoints) {
  return linearAdjoint(statement, adjoints, [op, &adjoints](ir::Value r) {
    const auto source = [&](ir::Builder &b, ir::Value i) { return b.add(op.start, b.mul(i, b.index(op.step))); };
    if (const llvm::SmallVector<Adjoints::Sparse> entries(adjoints.sparse(r)); !entries.empty()) {
      for (const Adjoints::Sparse &entry : entries) {
        ir::Values indices = entry.indices;
        indices[0] = source(adjoints.builder(), indices[0]);
        adjoints.addAt(op.array, indices, entry.value, entry.guard);
      }
      return;
    }
    const ir::Value d = adjoints.of(r);
    adjoints.withAccumulators({op.array}, [&]() -> ir::Values {
      ir::Block fn = adjoints.nested({ir::indexType, adjoints.builder().type(d).element()}, {}, {},
                                     [&](llvm::ArrayRef<ir::Value> p) -> ir::Values {
                                       adjoints.addAt(op.array, {source(adjoints.builder(), p[0])}, p[1]);
                                       return {};
                                     });
      adjoints.builder().emit(ir::Map{op.count, {d}, std::move(fn)});
      return {};
    });
  });
}

} // namespace soac::ops
