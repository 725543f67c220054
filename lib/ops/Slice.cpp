// r[i] = a[start + i * step], i < count, over the first dimension; step may be negative (reversal: start = n-1,
// step = -1). The positions are distinct unless step = 0.
//   tangent:  r' = slice(a', start, count, step)
//   adjoint:  a_adj[start + i * step] += r_adj[i]
#include "ops/Evaluation.h"
#include "ops/Ops.h"

#include <algorithm>

namespace soac::ops {

void evaluate(const ir::Slice &op, const ir::Statement &statement, Evaluation &eval) {
  const Data &array = eval.of(op.array);
  const std::int64_t start = eval.integer(op.start), count = eval.integer(op.count), n = array.extent(0);
  const std::int64_t last = start + (count - 1) * op.step;
  if (count < 0 || (count > 0 && (start < 0 || start >= n || last < 0 || last >= n))) {
    eval.fail("a slice from " + llvm::Twine(start) + " of " + llvm::Twine(count) + " elements is out of range for extent " +
              llvm::Twine(n));
    return;
  }
  Extents extents(array.extents());
  extents[0] = count;
  Data result(array.scalar(), std::move(extents));
  const std::int64_t width = product(array.extents().drop_front());
  const auto from = array.elements().begin();
  auto to = result.mutableElements().begin();
  for (std::int64_t i = 0; i < count; ++i)
    to = std::copy_n(from + (start + i * op.step) * width, width, to);
  eval.counters.reads += static_cast<std::uint64_t>(result.size());
  eval.counters.writes += static_cast<std::uint64_t>(result.size());
  eval.set(statement.results[0], std::move(result));
}

} // namespace soac::ops
