#include "frontend/loops/Races.h"
#include "prims/Prims.h"

namespace soac::frontend {

using ir::Value;
using prims::Prim;

IterationBody::IterationBody(const ir::ValueTable &values, const ir::Block &body, Value counter, Value next)
    : values(values), body(body), counter(counter) {
  for (auto [i, v] : llvm::enumerate(body.parameters))
    definitions[v] = {nullptr, &body, i};
  define(body);
  if (!counter)
    return;
  Polynomial step = next ? polynomial(next) : Polynomial{{{}, 1}, {{counter}, 1}};
  step.erase({counter});
  if (step.size() == 1 && step.begin()->first.empty())
    counterStride = step.begin()->second;
}

void IterationBody::define(const ir::Block &block) {
  for (const ir::Statement &s : block.statements) {
    for (auto [i, v] : llvm::enumerate(s.results))
      definitions[v] = {&s, nullptr, i};
    ir::forEachOperand(s.op, [&](Value v) { count(v); });
    ir::forEachBlock(s.op, [&](const ir::Block &inner) {
      for (auto [i, v] : llvm::enumerate(inner.parameters))
        definitions[v] = {&s, &inner, i};
      define(inner);
    });
  }
  for (const Value v : block.results)
    count(v);
}

const IterationBody::Definition *IterationBody::definition(Value v) const {
  const auto found = definitions.find(v);
  return found == definitions.end() ? nullptr : &found->second;
}

bool IterationBody::isSameValue(Value a, Value b) const {
  if (a == b)
    return true;
  const Definition *x = definition(a), *y = definition(b);
  if (!x || !y || !x->statement || !y->statement || x->block || y->block)
    return false;
  const auto areSame = [&](llvm::ArrayRef<Value> some, llvm::ArrayRef<Value> others) {
    return some.size() == others.size() && llvm::all_of(llvm::zip(some, others), [&](const auto &pair) {
             return isSameValue(std::get<0>(pair), std::get<1>(pair));
           });
  };
  if (const auto *p = std::get_if<ir::Apply>(&x->statement->op)) {
    const auto *q = std::get_if<ir::Apply>(&y->statement->op);
    return q && p->prim == q->prim && p->type == q->type && areSame(p->arguments, q->arguments);
  }
  if (const auto *p = std::get_if<ir::Index>(&x->statement->op)) {
    const auto *q = std::get_if<ir::Index>(&y->statement->op);
    return q && p->array == q->array && areSame(p->indices, q->indices);
  }
  return false;
}

/// Has the value no other in another iteration? That is so of what the loop does not change, and of counters of loops
/// in it.
bool IterationBody::isSame(Value v) const {
  const Definition *made = definition(v);
  if (!made)
    return true;
  if (!made->statement)
    return false;
  const ir::Op &op = made->statement->op;
  if (made->block) {
    const auto *loop = std::get_if<ir::Loop>(&op);
    return loop && loop->isCounted() && made->position == 0 && isSame(loop->count);
  }
  if (const auto *computed = std::get_if<ir::Apply>(&op))
    return llvm::all_of(computed->arguments, [&](Value a) { return isSame(a); });
  if (const auto *read = std::get_if<ir::Index>(&op))
    return !definition(read->array) && llvm::all_of(read->indices, [&](Value i) { return isSame(i); });
  const auto *extent = std::get_if<ir::Extent>(&op);
  return extent && !definition(extent->array);
}

IterationBody::Polynomial IterationBody::polynomial(Value v, unsigned depth) const {
  constexpr std::size_t mostTerms = 16;
  constexpr unsigned mostDepth = 24;
  if (const auto number = values.asInt(v))
    return *number ? Polynomial{{{}, *number}} : Polynomial{};
  const Polynomial itself{{{v}, 1}};
  const Definition *made = definition(v);
  const auto *computed =
      made && made->statement && !made->block ? std::get_if<ir::Apply>(&made->statement->op) : nullptr;
  const auto isInteger = [&](Value x) { return ir::isInteger(values.type(x).scalar); };
  if (!computed || depth > mostDepth || !llvm::all_of(computed->arguments, isInteger) || !isInteger(v))
    return itself;
  const auto operand = [&](std::size_t i) { return polynomial(computed->arguments[i], depth + 1); };
  const auto sum = [&](Polynomial a, const Polynomial &b, std::int64_t factor) {
    for (const auto &[monomial, coefficient] : b)
      if ((a[monomial] += factor * coefficient) == 0)
        a.erase(monomial);
    return a.size() > mostTerms ? itself : a;
  };
  switch (computed->prim) {
  case Prim::Cast: return operand(0);
  case Prim::Neg: return sum({}, operand(0), -1);
  case Prim::Add: return sum(operand(0), operand(1), 1);
  case Prim::Sub: return sum(operand(0), operand(1), -1);
  case Prim::Mul: {
    Polynomial product;
    const Polynomial right = operand(1);
    for (const auto &[a, x] : operand(0)) {
      Polynomial row;
      for (const auto &[b, y] : right) {
        Monomial both = a;
        llvm::append_range(both, b);
        llvm::sort(both);
        row[both] = x * y;
      }
      product = sum(product, row, 1);
    }
    return product;
  }
  default: return itself;
  }
}

std::optional<IterationBody::Line> IterationBody::line(Value index) const {
  Line result;
  for (const auto &[monomial, coefficient] : polynomial(index)) {
    Monomial others;
    for (const Value v : monomial)
      if (v != counter)
        others.push_back(v);
    if (others.size() + 1 < monomial.size() || !llvm::all_of(others, [&](Value v) { return isSame(v); }))
      return std::nullopt;
    (others.size() < monomial.size() ? result.slope : result.rest)[others] = coefficient;
  }
  return result;
}

bool IterationBody::holdsOnce(Value condition) const {
  const Definition *made = definition(condition);
  const auto *compared =
      made && made->statement && !made->block ? std::get_if<ir::Apply>(&made->statement->op) : nullptr;
  if (!compared || compared->prim != Prim::Eq)
    return false;
  const auto a = line(compared->arguments[0]), b = line(compared->arguments[1]);
  return a && b && a->slope != b->slope;
}

} // namespace soac::frontend
