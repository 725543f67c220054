// r = a with its dimensions permuted: dimension d of r is dimension permutation[d] of a. A linear bijection:
//   tangent:  r' = rearrange(a', permutation)
//   adjoint:  a_adj += rearrange(r_adj, inverse permutation)
#include "ops/Evaluation.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::Rearrange &op, const ir::Statement &statement, Evaluation &eval) {
  const Data &array = eval.of(op.array);
  const unsigned rank = array.rank();
  Extents strides(rank, 1), extents, steps;
  for (unsigned d = rank - 1; d > 0; --d)
    strides[d - 1] = strides[d] * array.extent(d);
  for (unsigned d : op.permutation) {
    extents.push_back(array.extent(d));
    steps.push_back(strides[d]);
  }
  Data result(array.scalar(), extents);
  const auto from = array.elements();
  // `index` counts through the result in row-major order; `at` is where that element is in the array.
  Extents index(rank, 0);
  std::int64_t at = 0;
  for (Number &to : result.mutableElements()) {
    to = from[static_cast<std::size_t>(at)];
    for (unsigned d = rank; d-- > 0;) {
      at += steps[d];
      if (++index[d] < extents[d])
        break;
      at -= steps[d] * extents[d];
      index[d] = 0;
    }
  }
  eval.counters.reads += from.size();
  eval.counters.writes += from.size();
  eval.set(statement.results[0], std::move(result));
}

} // namespace soac::ops
