// accumulator[i1, .., ik] += v; an index out of range is an error.
//   tangent:  accumulator'[i1, .., ik] += v'
//   adjoint:  v_adj += (adjoint of the accumulator's final contents)[i1, .., ik] [SC22 §5.4]
#include "ops/rules/Evaluation.h"
#include "ops/Ops.h"

namespace soac::ops {

void evaluate(const ir::Accumulate &op, const ir::Statement &, Evaluation &eval) {
  RuntimeValue &accumulator = eval.accumulator(op.accumulator);
  const RuntimeValue &value = eval.of(op.value);
  const auto at = eval.position(accumulator, op.indices);
  if (!at)
    return;
  if (!sameShape(accumulator.extents().drop_front(op.indices.size()), value.extents())) {
    eval.fail("the shape of a value differs from the part of the accumulator that it is added to");
    return;
  }
  const bool isSingle = accumulator.scalar() == ir::Scalar::F32;
  const auto from = value.elements();
  if (accumulator.isShared())
    eval.counters.writes += static_cast<std::uint64_t>(accumulator.size());
  const auto to = accumulator.mutableElements().slice(static_cast<std::size_t>(*at), from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    const double sum = to[i].f + from[i].f;
    to[i].f = isSingle ? static_cast<float>(sum) : sum;
  }
  eval.counters.scalarOperations += from.size();
  eval.counters.reads += from.size();
  eval.counters.writes += from.size();
}

void tangent(const ir::Accumulate &op, const ir::Statement &statement, Tangents &tangents) {
  tangents.keep(statement);
  const ir::Value accumulator = tangents.of(op.accumulator);
  const ir::Value t = tangents.of(op.value);
  if (accumulator && t)
    tangents.builder().accumulate(accumulator, op.indices, t);
}

ReturnSweep adjoint(const ir::Accumulate &op, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return [op, &adjoints] {
    const ir::Value d = adjoints.ofAccumulator(op.accumulator);
    if (d && adjoints.isActive(op.value))
      adjoints.add(op.value, adjoints.builder().read(d, op.indices));
  };
}

} // namespace soac::ops
