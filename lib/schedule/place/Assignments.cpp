// Variables that get new values simultaneously, and assignments of the form `x += y`:
//   (x, y) = (y, x + y)   ->   saved = y;  y += x;  x = saved
#include "schedule/place/Placer.h"

#include "prims/Prims.h"

#include <algorithm>
#include <cmath>

namespace soac::schedule {

using namespace ir;

/// The statement of `v`, where its expression is part of the expression that uses it; else null.
static const Statement *inlined(Value v, const Uses &uses, const Inlining &inlining) {
  return inlining.isInlined(v) ? uses.definition(v) : nullptr;
}

/// Are the two values the same variable, or written as the same expression?
bool Placer::isSame(Value a, Value b) const {
  a = handle(a), b = handle(b);
  if (a == b)
    return true;
  const Statement *x = inlined(a, uses, inlining), *y = inlined(b, uses, inlining);
  const auto stopped = [](const Statement *s) {
    const auto *apply = s ? std::get_if<Apply>(&s->op) : nullptr;
    return apply && apply->prim == Prim::StopGradient ? apply->arguments[0] : Value{};
  };
  if (stopped(x) || stopped(y))
    return isSame(stopped(x) ? stopped(x) : a, stopped(y) ? stopped(y) : b);
  const auto extent = [&](const Statement *s, Value v) {
    const auto *op = s ? std::get_if<Extent>(&s->op) : nullptr;
    return op ? shapes.of(op->array, op->dimension) : Dim{v};
  };
  if (const Dim i = extent(x, a), j = extent(y, b); i != Dim{a} || j != Dim{b})
    return i.isExtent == j.isExtent && i.dimension == j.dimension && isSame(i.value, j.value);
  if (!x || !y)
    return false;
  if (const auto *index = std::get_if<Index>(&x->op))
    return isElement(b, index->array, index->indices);
  const auto *p = std::get_if<Apply>(&x->op), *q = std::get_if<Apply>(&y->op);
  return p && q && p->prim == q->prim && p->type == q->type &&
         std::equal(p->arguments.begin(), p->arguments.end(), q->arguments.begin(), q->arguments.end(),
                    [&](Value i, Value j) { return isSame(i, j); });
}

/// Is `v` written as array[indices]?
bool Placer::isElement(Value v, Value array, llvm::ArrayRef<Value> indices) const {
  const Statement *s = inlined(v, uses, inlining);
  const auto *op = s ? std::get_if<Index>(&s->op) : nullptr;
  const bool isPeeked =
      isOperator && overlays.contains(handle(array)); // reads and writes of an overlay's element are spelled differently
  return op && !isPeeked && handle(op->array) == handle(array) &&
         std::equal(op->indices.begin(), op->indices.end(), indices.begin(), indices.end(),
                    [&](Value i, Value j) { return isSame(i, j); });
}

/// Is the scalar written as a name or a literal?
bool Placer::isNamed(Value v) const {
  if (const Constant *c = function.values.asConstant(v))
    return isFloat(c->type) ? !std::signbit(c->asDouble()) : !isSigned(c->type) || c->asInt() >= 0;
  v = handle(v);
  if (direct.contains(v))
    return false;
  const Statement *s = inlined(v, uses, inlining);
  if (!s)
    return true;
  if (const auto *extent = std::get_if<Extent>(&s->op)) {
    const Dim d = shapes.of(extent->array, extent->dimension);
    return !d.isExtent && isNamed(d.value);
  }
  const auto *apply = std::get_if<Apply>(&s->op);
  return apply && apply->prim == Prim::StopGradient && isNamed(apply->arguments[0]);
}

/// `x += y` for x = x + y. Narrow integers would be promoted.
std::optional<exec::Compound> Placer::compound(Value v, llvm::function_ref<bool(Value)> isTarget) const {
  const Statement *s = inlined(v, uses, inlining);
  const auto *op = s ? std::get_if<Apply>(&s->op) : nullptr;
  if (!op || op->arguments.size() != 2 || bitWidth(op->type) < 32)
    return std::nullopt;
  const bool commutes = op->prim == Prim::Add || op->prim == Prim::Mul;
  if (!commutes && op->prim != Prim::Sub && op->prim != Prim::Div)
    return std::nullopt;
  if (isTarget(op->arguments[0]))
    return exec::Compound{op->prim, op->arguments[1]};
  if (commutes && isTarget(op->arguments[1]))
    return exec::Compound{op->prim, op->arguments[0]};
  return std::nullopt;
}

/// Simultaneous assignment: no assignment reads the new value of another's variable.
void Placer::assign(std::vector<exec::Assign> list, exec::Nodes &into) const {
  for (exec::Assign &a : list)
    a.compound = compound(a.value, [&](Value v) { return isSame(v, a.variable); });
  while (!list.empty()) {
    const auto isFree = [&](const exec::Assign &a) {
      return llvm::none_of(
          list, [&](const exec::Assign &b) { return &a != &b && !b.isSaved && inlining.reads(b.value, a.variable); });
    };
    const auto next = llvm::find_if(list, isFree);
    if (next != list.end()) {
      into.push_back(*next);
      list.erase(next);
      continue;
    }
    exec::Assign &first = list.front();
    into.push_back(exec::Save{first.variable, first.value});
    first.isSaved = true;
    first.compound = {};
    std::rotate(list.begin(), list.begin() + 1, list.end()); // the next round saves another variable
  }
}

} // namespace soac::schedule
