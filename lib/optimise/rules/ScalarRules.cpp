// Rules for scalars, exact in IEEE arithmetic: x + (-0.0) is x but x + 0.0 is not (x may be -0.0), x * 0.0 is not 0.0
// (x may be infinite), x * 1 is x. Integers wrap, so the ring laws hold.
#include "optimise/rules/Conversions.h"
#include "optimise/rules/Match.h"

#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <bit>
#include <cmath>

namespace soac::optimise {

using namespace ir;

bool Context::isFloat(Value v, double x) const {
  const auto f = values.asFloat(v);
  return f && std::bit_cast<std::uint64_t>(*f) == std::bit_cast<std::uint64_t>(x);
}

Value Context::apply(Prim prim, llvm::ArrayRef<Value> arguments) {
  llvm::SmallVector<Scalar, 3> types;
  for (Value v : arguments)
    types.push_back(type(v).scalar);
  return emit(Apply{prim, prims::resultType(prim, types), Values(arguments)});
}

bool Context::isNonNegative(Value v) const {
  if (const auto c = asInt(v))
    return *c >= 0;
  if (countOf(v) || as<Extent>(v) || isExtent(v))
    return true;
  const auto *apply = as<Apply>(v);
  return apply && apply->prim == Prim::Max &&
         (isNonNegative(apply->arguments[0]) || isNonNegative(apply->arguments[1]));
}

bool Context::isBelow(Value a, Value b) {
  if (asInt(a) && asInt(b))
    return *asInt(a) < *asInt(b);
  if (const Value count = countOf(a)) {
    if (count == b || shapes.ofScalar(count) == shapes.ofScalar(b))
      return true;
    if (const auto *least = as<Apply>(count); least && least->prim == Prim::Min && llvm::is_contained(least->arguments, b))
      return true;
  }
  // n - c < n for n >= 0, c > 0: no wrap-around.
  const auto *apply = as<Apply>(a);
  if (apply && apply->prim == Prim::Add && apply->arguments[0] == b && isNonNegative(b))
    return asInt(apply->arguments[1]).value_or(0) < 0;
  return false;
}

namespace {

class Algebra {
public:
  Algebra(Apply &op, Context &c) : op(op), c(c) {}

  Rewrite run() {
    if (const auto folded = fold())
      return Rewrite::to(*folded);
    // Constants to the right.
    if (prims::info(op.prim).commutative && c.values.asConstant(a()) && !c.values.asConstant(b())) {
      std::swap(op.arguments[0], op.arguments[1]);
      return Rewrite::changed();
    }
    const bool isFloating = ir::isFloat(c.type(a()).scalar);
    switch (op.prim) {
    case Prim::Add: return isFloating ? addFloat() : addInteger();
    case Prim::Sub: return isFloating ? subFloat() : subInteger();
    case Prim::Mul: return isFloating ? mulFloat() : mulInteger();
    case Prim::Div: return isFloating ? divFloat() : divInteger();
    case Prim::StrongMul:
    case Prim::SeedMul: return seeded(Prim::Mul);
    case Prim::SeedDiv: return seeded(Prim::Div);
    case Prim::Neg: return neg();
    case Prim::Abs: return abs();
    case Prim::Pow: return pow();
    case Prim::Min:
    case Prim::Max: return a() == b() ? Rewrite::to(a()) : limits();
    case Prim::FMin:
    case Prim::FMax: return a() == b() ? Rewrite::to(a()) : Rewrite::none();
    case Prim::And:
    case Prim::Or:
    case Prim::Xor:
    case Prim::Not: return logic();
    case Prim::Eq:
    case Prim::Ne:
    case Prim::Lt:
    case Prim::Le:
    case Prim::Gt:
    case Prim::Ge: return compare();
    case Prim::Select: return select();
    case Prim::Cast: return convert(op, c);
    default: return Rewrite::none();
    }
  }

private:
  Value a() const { return op.arguments[0]; }
  Value b() const { return op.arguments[1]; }
  Value constant(double x) { return c.values.constantFloat(op.type, x); }
  Value integer(std::int64_t x) { return c.values.constantInt(op.type, x); }
  const Apply *is(Value v, Prim p) const {
    const auto *apply = c.as<Apply>(v);
    return apply && apply->prim == p ? apply : nullptr;
  }
  template <class Pattern> bool is(const Pattern &pattern) const { return pattern.matches(op, c); }
  Rewrite become(Prim p, llvm::ArrayRef<Value> arguments) {
    return optimise::become(op, p, arguments);
  }

  std::optional<Value> fold() {
    llvm::SmallVector<prims::Number, 3> numbers;
    for (Value v : op.arguments) {
      const Constant *k = c.values.asConstant(v);
      if (!k)
        return std::nullopt;
      if (ir::isFloat(k->type))
        numbers.push_back({.f = k->asDouble()});
      else
        numbers.push_back({.i = k->asInt()});
    }
    const Scalar operand = c.type(op.prim == Prim::Select ? b() : a()).scalar;
    const auto x = prims::evaluate(op.prim, operand, op.type, numbers);
    if (!x || op.prim == Prim::StopGradient || op.prim == Prim::Occupies || op.prim == Prim::HoldsLanes)
      return std::nullopt;
    return ir::isFloat(op.type) ? constant(x->f) : integer(x->i);
  }

  Rewrite addFloat() {
    Value x, y;
    return is(m::add(x, -0.0))        ? Rewrite::to(x)
           : is(m::add(x, m::neg(y))) ? become(Prim::Sub, {x, y})
           : is(m::add(m::neg(x), y)) ? become(Prim::Sub, {y, x})
                                      : Rewrite::none();
  }
  Rewrite subFloat() {
    Value x, y;
    return is(m::sub(x, 0.0))         ? Rewrite::to(x)
           : is(m::sub(-0.0, x))      ? become(Prim::Neg, {x})
           : is(m::sub(x, m::neg(y))) ? become(Prim::Add, {x, y})
                                      : Rewrite::none();
  }
  Rewrite mulFloat() {
    Value x, y;
    double k = 0;
    if (c.values.asFloat(b()) == 0.5 && isDouble(a()))
      return Rewrite::to(halfOf(a()));
    return is(m::mul(x, 1.0))                 ? Rewrite::to(x)
           : is(m::mul(x, -1.0))              ? become(Prim::Neg, {x})
           : is(m::mul(m::neg(x), k))         ? become(Prim::Mul, {x, constant(-k)})
           : is(m::mul(m::neg(x), m::neg(y))) ? become(Prim::Mul, {x, y})
                                              : Rewrite::none();
  }
  // Sums of doubled numbers, as the derivative of x * x is one; half of them is exact, and finite where the double overflows.
  bool isDouble(Value v, unsigned depth = 0) const {
    if (const auto k = c.values.asFloat(v))
      return depth > 0 && (*k == 0.0 || (std::abs(*k) > 1e-30 && std::isfinite(*k)));
    const auto *sum = computed(v);
    if (!sum || depth > 3 || (sum->prim != Prim::Add && sum->prim != Prim::Sub))
      return false;
    return isTwice(*sum) || (isDouble(sum->arguments[0], depth + 1) && isDouble(sum->arguments[1], depth + 1));
  }
  static bool isTwice(const Apply &sum) { return sum.prim == Prim::Add && sum.arguments[0] == sum.arguments[1]; }
  Value halfOf(Value v) {
    if (const auto k = c.values.asFloat(v))
      return constant(*k * 0.5);
    const Apply sum = *computed(v);
    return isTwice(sum) ? sum.arguments[0] : c.apply(sum.prim, {halfOf(sum.arguments[0]), halfOf(sum.arguments[1])});
  }
  const Apply *computed(Value v) const {
    const Statement *s = c.definition(v);
    return s ? std::get_if<Apply>(&s->op) : nullptr;
  }
  Rewrite divFloat() {
    const auto k = c.values.asFloat(b());
    if (!k)
      return Rewrite::none();
    if (*k == 1.0)
      return Rewrite::to(a());
    if (*k == -1.0)
      return become(Prim::Neg, {a()});
    // By a power of two: the reciprocal is exact.
    int exponent = 0;
    if (std::isfinite(*k) && std::abs(std::frexp(*k, &exponent)) == 0.5 && std::abs(exponent) < 100)
      return become(Prim::Mul, {a(), constant(1.0 / *k)});
    return Rewrite::none();
  }
  // Where the guard of the seed has no effect (Note [Strong zeros] in prims/Prims.def).
  Rewrite seeded(Prim ordinary) {
    const auto x = c.values.asFloat(a()), y = c.values.asFloat(b());
    if (x == 0.0 || (op.prim == Prim::StrongMul && y == 0.0))
      return Rewrite::to(constant(0.0));
    const bool isSafe = x || (y && std::isfinite(*y) && (ordinary == Prim::Mul || *y != 0.0));
    return isSafe ? become(ordinary, {a(), b()}) : Rewrite::none();
  }
  Rewrite pow() {
    Value x;
    return is(m::apply(Prim::Pow, x, 1.0))   ? Rewrite::to(x)
           : c.values.asFloat(b()) == 0.0    ? Rewrite::to(constant(1.0))
           : is(m::apply(Prim::Pow, x, 2.0)) ? become(Prim::Mul, {x, x})
                                             : Rewrite::none();
  }
  Rewrite neg() {
    Value x;
    double k = 0;
    return is(m::neg(m::neg(x)))      ? Rewrite::to(x)
           : is(m::neg(m::mul(x, k))) ? become(Prim::Mul, {x, constant(-k)})
                                      : Rewrite::none();
  }
  Rewrite abs() {
    Value x;
    return is(a(), Prim::Abs)                                           ? Rewrite::to(a())
           : ir::isFloat(op.type) && is(m::apply(Prim::Abs, m::neg(x))) ? become(Prim::Abs, {x})
                                                                        : Rewrite::none();
  }

  // min and max with a bound that holds anyway, or is applied twice: max(max(x, a), a) = max(x, a), NaN or not.
  Rewrite limits() {
    if (const auto *inner = is(a(), op.prim); inner && inner->arguments[1] == b())
      return Rewrite::to(a());
    for (int swapped = 0; swapped < 2 && !ir::isFloat(op.type); ++swapped)
      if (const auto *inner = is(op.arguments[swapped], op.prim);
          inner && llvm::is_contained(inner->arguments, op.arguments[1 - swapped]))
        return Rewrite::to(op.arguments[swapped]);
    if (op.type != Scalar::I64)
      return Rewrite::none();
    const auto below = [&](Value x, Value y) { return c.isBelow(x, y) || (c.isInt(x, 0) && c.isNonNegative(y)); };
    if (below(a(), b()))
      return Rewrite::to(op.prim == Prim::Min ? a() : b());
    if (below(b(), a()))
      return Rewrite::to(op.prim == Prim::Min ? b() : a());
    return Rewrite::none();
  }

  // Integers: sums are kept as x + constant.
  Rewrite addInteger() {
    Value x;
    std::int64_t k = 0, l = 0;
    if (const Rewrite r = is(m::add(x, 0))              ? Rewrite::to(x)
                          : is(m::add(m::add(x, l), k)) ? become(Prim::Add, {x, sum(l, k)})
                          : is(m::add(x, k))            ? Rewrite::none()
                                                        : addInteger(a(), b());
        r.isChanged || c.asInt(b()))
      return r;
    return addInteger(b(), a());
  }
  // Rules for left + right; the caller tries both orders.
  Rewrite addInteger(Value left, Value right) {
    Value x;
    std::int64_t k = 0;
    const auto isSum = [&](const auto &pattern) { return pattern.matches(left, c); };
    return isSum(m::neg(x))                           ? become(Prim::Sub, {right, x})
           : isSum(m::sub(x, m::same(right)))         ? Rewrite::to(x)
           : isSum(m::add(x, k)) && c.hasOneUse(left) ? become(Prim::Add, {c.apply(Prim::Add, {x, right}), integer(k)})
                                                      : Rewrite::none();
  }
  Rewrite subInteger() {
    Value x, y;
    std::int64_t k = 0, l = 0;
    return is(m::sub(x, 0))                                  ? Rewrite::to(x)
           : is(m::sub(x, m::same(x)))                       ? Rewrite::to(integer(0))
           : is(m::sub(x, k))                                ? become(Prim::Add, {x, difference(0, k)})
           : is(m::sub(m::add(x, y), m::same(x)))            ? Rewrite::to(y)
           : is(m::sub(m::add(x, y), m::same(y)))            ? Rewrite::to(x)
           : is(m::sub(x, m::add(m::same(x), k)))            ? Rewrite::to(difference(0, k))
           : is(m::sub(x, m::neg(y)))                        ? become(Prim::Add, {x, y})
           : is(m::sub(0, x))                                ? become(Prim::Neg, {x})
           : is(m::sub(x, m::sub(m::same(x), y)))            ? Rewrite::to(y)
           : is(m::sub(m::add(x, k), m::add(m::same(x), l))) ? Rewrite::to(difference(k, l))
           : is(m::sub(m::add(x, k), y)) && c.hasOneUse(a())
               ? become(Prim::Add, {c.apply(Prim::Sub, {x, y}), integer(k)})
               : Rewrite::none();
  }
  // Wrapping, then cut to the type by the constant's construction.
  Value sum(std::int64_t x, std::int64_t y) {
    return integer(static_cast<std::int64_t>(static_cast<std::uint64_t>(x) + static_cast<std::uint64_t>(y)));
  }
  Value difference(std::int64_t x, std::int64_t y) {
    return integer(static_cast<std::int64_t>(static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(y)));
  }
  Rewrite mulInteger() {
    Value x;
    return is(m::mul(x, 1))    ? Rewrite::to(x)
           : is(m::mul(x, 0))  ? Rewrite::to(b())
           : is(m::mul(x, -1)) ? become(Prim::Neg, {x})
                               : Rewrite::none();
  }
  Rewrite divInteger() {
    if (c.isInt(b(), 1))
      return Rewrite::to(a());
    if (op.type != Scalar::I64)
      return Rewrite::none();
    if (c.isNonNegative(a()) && c.isBelow(a(), b()))
      return Rewrite::to(integer(0));
    // x y / max(x, 1) is y, and 0 for x = 0.
    Value x, y;
    const auto isShare = [&](const auto &product) {
      return is(m::apply(Prim::Div, product, m::apply(Prim::Max, m::same(x), 1))) && c.isNonNegative(x) && c.isNonNegative(y);
    };
    return isShare(m::mul(x, y)) || isShare(m::mul(y, x)) ? become(Prim::Min, {y, a()}) : Rewrite::none();
  }

  Rewrite logic() {
    if (op.prim == Prim::Not) {
      if (const auto *n = is(a(), Prim::Not))
        return Rewrite::to(n->arguments[0]);
      if (const auto *e = is(a(), Prim::Eq); e && op.type == Scalar::Bool)
        return become(Prim::Ne, e->arguments);
      if (const auto *e = is(a(), Prim::Ne); e && op.type == Scalar::Bool)
        return become(Prim::Eq, e->arguments);
      return Rewrite::none();
    }
    if (a() == b())
      return op.prim == Prim::Xor ? Rewrite::to(integer(0)) : Rewrite::to(a());
    const bool isZero = c.isInt(b(), 0), isOnes = c.isInt(b(), op.type == Scalar::Bool ? 1 : -1);
    if ((op.prim == Prim::And && isOnes) || (op.prim != Prim::And && isZero))
      return Rewrite::to(a());
    if ((op.prim == Prim::And && isZero) || (op.prim == Prim::Or && isOnes))
      return Rewrite::to(b());
    return Rewrite::none();
  }

  Rewrite compare() {
    const Type t = c.type(a());
    const auto truth = [&](bool x) { return Rewrite::to(c.values.constantBool(x)); };
    const bool isStrict = op.prim == Prim::Lt || op.prim == Prim::Gt;
    if (a() == b() && isStrict)
      return truth(false);
    if (a() == b() && !ir::isFloat(t.scalar))
      return truth(op.prim != Prim::Ne);
    if (op.prim == Prim::Eq || op.prim == Prim::Ne)
      if (const auto chosen = isChosen())
        return Rewrite::to(*chosen);
    if (t.scalar != Scalar::I64)
      return compareConverted(op, c);
    const bool isSwapped = op.prim == Prim::Gt || op.prim == Prim::Ge;
    const Value x = isSwapped ? b() : a(), y = isSwapped ? a() : b();
    if (op.prim == Prim::Eq || op.prim == Prim::Ne)
      return c.isBelow(x, y) || c.isBelow(y, x) ? truth(op.prim == Prim::Ne) : Rewrite::none();
    if (c.isBelow(x, y) || (!isStrict && c.isInt(x, 0) && c.isNonNegative(y)))
      return truth(true);
    if ((!isStrict && c.isBelow(y, x)) || (isStrict && c.isInt(y, 0) && c.isNonNegative(x)))
      return truth(false);
    // y < x makes x < y false.
    if (isStrict && c.isBelow(y, x))
      return truth(false);
    return Rewrite::none();
  }

  /// (c ? x : y) == z of integer constants is c, not c, or known.
  std::optional<Value> isChosen() {
    const auto *choice = is(a(), Prim::Select);
    const auto z = c.asInt(b());
    const auto x = choice ? c.asInt(choice->arguments[1]) : std::nullopt, y = choice ? c.asInt(choice->arguments[2]) : std::nullopt;
    if (!x || !y || !z || ir::isFloat(c.type(b()).scalar))
      return std::nullopt;
    const bool first = (*x == *z) == (op.prim == Prim::Eq), second = (*y == *z) == (op.prim == Prim::Eq);
    return first == second ? c.values.constantBool(first) : first ? choice->arguments[0] : c.apply(Prim::Not, {choice->arguments[0]});
  }

  Rewrite select() {
    const Value condition = op.arguments[0], x = op.arguments[1], y = op.arguments[2];
    if (x == y)
      return Rewrite::to(x);
    if (const auto k = c.asInt(condition))
      return Rewrite::to(*k ? x : y);
    if (const auto *n = is(condition, Prim::Not)) {
      op.arguments = {n->arguments[0], y, x};
      return Rewrite::changed();
    }
    if (const auto *less = is(condition, Prim::Lt)) { // min(a, b) is b < a ? b : a; max(a, b) is a < b ? b : a
      const Value l = less->arguments[0], r = less->arguments[1];
      if (x == l && y == r)
        return become(Prim::Min, {r, l});
      if (x == r && y == l)
        return become(Prim::Max, {l, r});
    }
    if (op.type == Scalar::Bool && c.isInt(x, 1) && c.isInt(y, 0))
      return Rewrite::to(condition);
    if (op.type == Scalar::Bool && c.isInt(x, 0) && c.isInt(y, 1))
      return Rewrite::to(c.apply(Prim::Not, {condition}));
    return Rewrite::none();
  }

  Apply &op;
  Context &c;
};

} // namespace

Rewrite simplify(Apply &op, Context &context) { return Algebra(op, context).run(); }

} // namespace soac::optimise
