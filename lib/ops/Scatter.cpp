// r = dest, but r[indices[i]] = values[i]; indices out of range are ignored and no other one occurs twice (else it fails).
//   tangent:  r' = scatter(dest', indices, values')
//   adjoint:  values_adj[i] += r_adj[indices[i]]; dest_adj += r_adj with zeros at the indices [SC22 §5.3]
#include "ops/Evaluation.h"
#include "ops/Ops.h"

#include <llvm/ADT/DenseSet.h>

namespace soac::ops {

void evaluate(const ir::Scatter &op, const ir::Statement &statement, Evaluation &eval) {
  const Data indices = eval.of(op.indices), values = eval.of(op.values);
  if (indices.extent(0) != values.extent(0)) {
    eval.fail("scatter of " + llvm::Twine(values.extent(0)) + " values with " + llvm::Twine(indices.extent(0)) +
              " indices");
    return;
  }
  Data result = eval.take(op.dest);
  if (result.extents().drop_front() != values.extents().drop_front()) {
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

} // namespace soac::ops
