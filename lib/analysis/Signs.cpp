#include "analysis/Signs.h"

#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {

using namespace ir;

static Sign both(Sign a, Sign b) { return {a.isNotNegative && b.isNotNegative, a.isNotZero && b.isNotZero}; }

Sign Signs::of(Value v) const {
  if (const auto number = values.asFloat(v))
    return {*number >= 0.0, *number != 0.0 && *number == *number};
  return known.lookup(v);
}

Sign Signs::ofApply(const Apply &apply) const {
  const Sign a = of(apply.arguments[0]);
  const auto second = [&] { return of(apply.arguments[1]); };
  switch (apply.prim) {
  case Prim::Mul: return {apply.arguments[0] == apply.arguments[1] || (a.isNotNegative && second().isNotNegative), false};
  case Prim::Div: return {a.isNotNegative && second().isNotNegative, false};
  case Prim::Add: {
    const bool isNotNegative = a.isNotNegative && second().isNotNegative;
    return {isNotNegative, isNotNegative && (a.isNotZero || second().isNotZero)};
  }
  case Prim::Max: return {a.isNotNegative || second().isNotNegative, a.isPositive() || second().isPositive()};
  case Prim::Min: return both(a, second());
  case Prim::Select: return both(second(), of(apply.arguments[2]));
  case Prim::Neg: return {false, a.isNotZero};
  case Prim::Abs:
  case Prim::Sqrt: return {true, a.isNotZero};
  case Prim::Exp: return {true, false};
  case Prim::Hypot: return {true, a.isNotZero || second().isNotZero};
  default: return {};
  }
}

void Signs::pass(const Statement &s) {
  if (const auto *branch = std::get_if<If>(&s.op)) {
    for (auto [r, yes, no] : llvm::zip_equal(s.results, branch->then.results, branch->otherwise.results))
      known[r] = both(of(yes), of(no));
    return;
  }
  const auto *apply = std::get_if<Apply>(&s.op);
  if (!apply)
    return;
  if (apply->type == Scalar::Bool)
    conditions[s.results[0]] = apply;
  else if (isFloat(apply->type) && apply->prim != Prim::Cast)
    known[s.results[0]] = ofApply(*apply);
}

std::size_t Signs::enter(Value condition, bool holds) {
  const std::size_t before = undo.size();
  learn(condition, holds);
  return before;
}
void Signs::leave(std::size_t before) {
  for (; undo.size() > before; undo.pop_back())
    known[undo.back().first] = undo.back().second;
}

void Signs::learn(Value v, Sign sign) {
  if (values.asConstant(v))
    return;
  const Sign old = of(v);
  undo.emplace_back(v, old);
  known[v] = {old.isNotNegative || sign.isNotNegative, old.isNotZero || sign.isNotZero};
}

/// least <= greatest, or less than it where `isStrict`.
void Signs::learnOrder(Value least, Value greatest, bool isStrict) {
  const Sign low = of(least);
  if (low.isNotNegative)
    learn(greatest, {true, isStrict || low.isNotZero});
  else if (const auto top = values.asFloat(greatest); top && (*top < 0.0 || (isStrict && *top == 0.0)))
    learn(least, {false, true});
}

void Signs::learn(Value condition, bool holds) {
  const Apply *test = conditions.lookup(condition);
  if (!test)
    return;
  const Value a = test->arguments[0], b = test->arguments.size() > 1 ? test->arguments[1] : Value();
  const auto isZero = [&](Value v) { return values.asFloat(v) == 0.0; };
  switch (test->prim) {
  case Prim::Not: return learn(a, !holds);
  case Prim::And:
  case Prim::Or:
    if (holds == (test->prim == Prim::And)) {
      learn(a, holds);
      learn(b, holds);
    }
    return;
  case Prim::Eq:
  case Prim::Ne:
    if (holds == (test->prim == Prim::Ne) && (isZero(a) || isZero(b)))
      learn(isZero(a) ? b : a, {false, true});
    return;
  case Prim::Lt: return holds ? learnOrder(a, b, true) : learnOrder(b, a, false);
  case Prim::Le: return holds ? learnOrder(a, b, false) : learnOrder(b, a, true);
  case Prim::Gt: return holds ? learnOrder(b, a, true) : learnOrder(a, b, false);
  case Prim::Ge: return holds ? learnOrder(b, a, false) : learnOrder(a, b, true);
  default: return;
  }
}

} // namespace soac::analysis
