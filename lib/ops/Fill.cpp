// r[i1, .., ik] = v for all i1 < e1, .., ik < ek.
//   tangent:  r' = fill(v', e1, .., ek)
//   adjoint:  v_adj += the sum of r_adj over the k new dimensions
#include "ops/Evaluation.h"
#include "ops/Ops.h"

#include <algorithm>

namespace soac::ops {

void evaluate(const ir::Fill &op, const ir::Statement &statement, Evaluation &eval) {
  Extents extents = eval.integers(op.extents);
  for (std::int64_t e : extents)
    if (e < 0) {
      eval.fail("a negative extent: " + llvm::Twine(e));
      return;
    }
  const std::int64_t copies = product(extents);
  const Data &value = eval.of(op.value);
  extents.append(value.extents().begin(), value.extents().end());
  Data array(value.scalar(), std::move(extents));
  const auto from = value.elements();
  auto to = array.mutableElements().begin();
  for (std::int64_t i = 0; i < copies; ++i)
    to = std::copy(from.begin(), from.end(), to);
  eval.counters.writes += static_cast<std::uint64_t>(array.size());
  eval.set(statement.results[0], std::move(array));
}

} // namespace soac::ops
