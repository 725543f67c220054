#include "frontend/loops/Races.h"
#include "prims/Prims.h"

namespace soac::frontend {

using ir::Value;
using prims::Prim;

IterationBody::IterationBody(const ir::ValueTable &values, const ir::Block &body, Value counter, Value next)
    : values(values), body(body), definitions(body), polynomials(values, definitions, ir::isInteger), counter(counter) {
  if (!counter)
    return;
  const analysis::Polynomial step = next ? polynomials.of(next) - analysis::Polynomial(counter) : 1;
  if (step.isConstant())
    counterStride = step.constant();
}

bool IterationBody::isSameValue(Value a, Value b) const {
  if (a == b)
    return true;
  const ir::Statement *x = definitions.statement(a), *y = definitions.statement(b);
  if (!x || !y)
    return false;
  const auto areSame = [&](llvm::ArrayRef<Value> some, llvm::ArrayRef<Value> others) {
    return some.size() == others.size() && llvm::all_of(llvm::zip(some, others), [&](const auto &pair) {
             return isSameValue(std::get<0>(pair), std::get<1>(pair));
           });
  };
  if (const auto *p = std::get_if<ir::Apply>(&x->op)) {
    const auto *q = std::get_if<ir::Apply>(&y->op);
    return q && p->prim == q->prim && p->type == q->type && areSame(p->arguments, q->arguments);
  }
  if (const auto *p = std::get_if<ir::Index>(&x->op)) {
    const auto *q = std::get_if<ir::Index>(&y->op);
    return q && p->array == q->array && areSame(p->indices, q->indices);
  }
  return false;
}

std::optional<analysis::Polynomial::Line> IterationBody::line(Value index) const {
  const auto line = polynomials.of(index).in(counter);
  for (const analysis::Polynomial *part : {&line.slope, &line.rest})
    for (const auto &[product, coefficient] : part->terms())
      if (!llvm::all_of(product, [&](Value v) { return definitions.isFixed(v); }))
        return std::nullopt;
  return line;
}

bool IterationBody::holdsOnce(Value condition) const {
  const auto *compared = definitions.as<ir::Apply>(condition);
  if (!compared || compared->prim != Prim::Eq)
    return false;
  const auto a = line(compared->arguments[0]), b = line(compared->arguments[1]);
  return a && b && a->slope != b->slope;
}

} // namespace soac::frontend
