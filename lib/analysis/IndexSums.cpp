#include "analysis/IndexSums.h"

#include "analysis/Polynomial.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {

using ir::Value;
using prims::Prim;

const ir::Apply *IndexSums::definition(Value v) const {
  for (const ir::Statement &s : llvm::reverse(b.statements()))
    if (llvm::is_contained(s.results, v))
      return std::get_if<ir::Apply>(&s.op);
  return nullptr;
}

/// The operation that computes `v`, where `keepsNumbers` holds for it; else null.
const ir::Apply *IndexSums::numbers(Value v) const {
  const ir::Apply *apply = definition(v);
  if (!apply)
    apply = defined(v);
  return apply && keepsNumbers(*apply, b.values) ? apply : nullptr;
}

Value IndexSums::wide(Value v) {
  if (const auto number = b.values.asInt(v))
    return b.index(*number);
  const ir::Apply *known = numbers(v);
  const bool isIndex = b.type(v) == ir::indexType;
  if (isIndex && !(known && known->prim == Prim::Cast && numbers(known->arguments[0])))
    return v;
  if (!known)
    return b.cast(ir::Scalar::I64, v);
  const Prim prim = known->prim; // statements move when others are written
  ir::Values operands = known->arguments;
  for (Value &operand : operands)
    operand = wide(operand);
  return prim == Prim::Cast ? operands[0] : b.apply(prim, operands);
}

IndexSums::Split IndexSums::split(Value v) const {
  if (const auto x = b.values.asInt(v))
    return {{}, *x};
  const ir::Apply *computed = definition(v);
  if (!computed || computed->type != ir::Scalar::I64 || (computed->prim != Prim::Add && computed->prim != Prim::Sub))
    return {v, 0};
  const auto x = b.values.asInt(computed->arguments[1]);
  if (!x)
    return {v, 0};
  return {computed->arguments[0], computed->prim == Prim::Add ? *x : -*x};
}

Value IndexSums::joined(Value v, std::int64_t constant) {
  if (!v || constant == 0)
    return v ? v : b.index(constant);
  return constant > 0 ? b.add(v, b.index(constant)) : b.sub(v, b.index(-constant));
}

Value IndexSums::sum(Value x, Value y) {
  const auto [v, c] = split(x);
  const auto [w, d] = split(y);
  return joined(!v ? w : !w ? v : b.add(v, w), c + d);
}

Value IndexSums::difference(Value x, Value y) {
  const auto [v, c] = split(x);
  const auto [w, d] = split(y);
  if (v && w && isSame(v, w))
    return b.index(c - d);
  return joined(!w ? v : !v ? b.neg(w) : b.sub(v, w), c - d);
}

Value IndexSums::negated(Value x) {
  const auto known = b.values.asInt(x);
  return known ? b.index(-*known) : b.neg(x);
}

Value IndexSums::product(Value x, Value y) {
  const auto c = b.values.asInt(x), d = b.values.asInt(y);
  if (c && d)
    return b.index(*c * *d);
  return c == 0 || d == 1 ? x : d == 0 || c == 1 ? y : b.mul(x, y);
}

bool IndexSums::isSame(Value x, Value y) const {
  if (x == y)
    return true;
  const ir::Apply *f = definition(x), *g = definition(y);
  return f && g && f->prim == g->prim && f->type == g->type && f->arguments.size() == g->arguments.size() &&
         llvm::all_of(llvm::zip(f->arguments, g->arguments),
                      [&](const auto &pair) { return isSame(std::get<0>(pair), std::get<1>(pair)); });
}

} // namespace soac::analysis
