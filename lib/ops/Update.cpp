// r = a, but r[i1, .., ik] = v. Written in place where nothing else refers to a.
//   tangent:  r' = a', but r'[i1, .., ik] = v'
//   adjoint:  v_adj += r_adj[i1, .., ik];  a_adj += r_adj with [i1, .., ik] set to zero
#include "ops/Evaluation.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::Update &op, const ir::Statement &statement, Evaluation &eval) {
  const auto at = eval.position(eval.of(op.array), op.indices);
  if (!at)
    return;
  if (eval.of(op.array).extents().drop_front(op.indices.size()) != eval.of(op.value).extents()) {
    eval.fail("the new value of a part of an array has another shape");
    return;
  }
  Data array = eval.take(op.array);
  eval.write(array, *at, eval.of(op.value));
  eval.set(statement.results[0], std::move(array));
}

} // namespace soac::ops
