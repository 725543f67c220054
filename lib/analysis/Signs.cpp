#include "analysis/Signs.h"

#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace soac::analysis {

using namespace ir;

static constexpr double smallest = std::numeric_limits<double>::denorm_min();

static Sign both(Sign a, Sign b) { return {a.isNotNegative && b.isNotNegative, std::min(a.least, b.least)}; }

/// Below a result of the type that would be `exact` before it is rounded: the half of it, and 0 where digits may be lost.
static double rounded(double exact, Scalar type) {
  const double normal = type == Scalar::F64 ? std::numeric_limits<double>::min() : std::numeric_limits<float>::min();
  return exact >= 2 * normal ? exact / 2 : 0;
}

Sign Signs::of(Value v) const {
  if (const auto number = values.asFloat(v))
    return {*number >= 0.0, *number == *number ? std::abs(*number) : 0.0};
  return known.lookup(v);
}

Sign Signs::ofApply(const Apply &apply) const {
  const Sign a = of(apply.arguments[0]);
  const auto second = [&] { return of(apply.arguments[1]); };
  switch (apply.prim) {
  case Prim::Mul:
    return {apply.arguments[0] == apply.arguments[1] || (a.isNotNegative && second().isNotNegative),
            rounded(a.least * second().least, apply.type)};
  case Prim::Div: return {a.isNotNegative && second().isNotNegative};
  case Prim::Add: {
    const bool isNotNegative = a.isNotNegative && second().isNotNegative;
    return {isNotNegative, isNotNegative ? std::max(a.least, second().least) : 0};
  }
  case Prim::Max: {
    const auto positive = [](Sign s) { return s.isNotNegative ? s.least : 0; };
    return {a.isNotNegative || second().isNotNegative, std::max(positive(a), positive(second()))};
  }
  case Prim::Min: return both(a, second());
  case Prim::Select: return both(second(), of(apply.arguments[2]));
  case Prim::Neg: return {false, a.least};
  case Prim::Abs: return {true, a.least};
  case Prim::Sqrt: return {true, std::sqrt(a.least) / 2}; // far from where digits are lost
  case Prim::Exp: return {true};
  case Prim::Hypot: return {true, std::max(a.least, second().least) / 2};
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
  known[v] = {old.isNotNegative || sign.isNotNegative, std::max(old.least, sign.least)};
}

/// least <= greatest, or less than it where `isStrict`.
void Signs::learnOrder(Value least, Value greatest, bool isStrict) {
  const Sign low = of(least);
  if (low.isNotNegative)
    learn(greatest, {true, isStrict ? std::max(low.least, smallest) : low.least});
  else if (const auto top = values.asFloat(greatest); top && (*top < 0.0 || (isStrict && *top == 0.0)))
    learn(least, {false, std::max(-*top, smallest)});
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
      learn(isZero(a) ? b : a, {false, smallest});
    return;
  case Prim::Lt: return holds ? learnOrder(a, b, true) : learnOrder(b, a, false);
  case Prim::Le: return holds ? learnOrder(a, b, false) : learnOrder(b, a, true);
  case Prim::Gt: return holds ? learnOrder(b, a, true) : learnOrder(a, b, false);
  case Prim::Ge: return holds ? learnOrder(b, a, false) : learnOrder(a, b, true);
  default: return;
  }
}

} // namespace soac::analysis
