// r = a, but r[i1, .., ik] = v. Written in place where nothing else refers to a.
//   tangent:  r' = a', but r'[i1, .., ik] = v'
//   adjoint:  v_adj += r_adj[i1, .., ik];  a_adj += r_adj with [i1, .., ik] set to zero
#include "ops/Ops.h"
#include "ops/rules/ChangedElements.h"
#include "ops/rules/Evaluation.h"

namespace soac::ops {

void evaluate(const ir::Update &op, const ir::Statement &statement, Evaluation &eval) {
  const auto at = eval.position(eval.of(op.array), op.indices);
  if (!at)
    return;
  if (!sameShape(eval.of(op.array).extents().drop_front(op.indices.size()), eval.of(op.value).extents())) {
    eval.fail("the new value of a part of an array has another shape");
    return;
  }
  RuntimeValue array = eval.take(op.array);
  eval.write(array, *at, eval.of(op.value));
  eval.set(statement.results[0], std::move(array));
}

void tangent(const ir::Update &op, const ir::Statement &statement, Tangents &tangents) {
  tangents.keep(statement);
  if (!tangents.of(op.array) && !tangents.of(op.value))
    return;
  const ir::Value r = tangents.builder().update(tangents.dense(op.array), op.indices, tangents.dense(op.value));
  tangents.set(statement.results[0], r);
}

// The forward sweep saves the element that it overwrites, the return sweep restores it: Note [Restored arrays].
ReturnSweep adjoint(const ir::Update &op, const ir::Statement &statement, Adjoints &adjoints) {
  const ir::Value r = statement.results[0];
  const ir::Value overwritten = adjoints.builder().read(op.array, op.indices);
  adjoints.keep(statement);
  adjoints.changed(op.array, r, elementAt(op.indices));
  return [op, r, overwritten, &adjoints] {
    ir::Builder &b = adjoints.builder();
    if (adjoints.isActive(r) && !adjoints.isZero(r)) {
      const ir::Value d = adjoints.of(r);
      if (adjoints.isActive(op.value))
        adjoints.add(op.value, b.read(d, op.indices));
      if (adjoints.isActive(op.array))
        adjoints.add(op.array, b.update(d, op.indices, b.zerosLike(op.value)));
    }
    adjoints.undone(op.array, r, b.update(adjoints.current(r), op.indices, overwritten));
  };
}

} // namespace soac::ops
