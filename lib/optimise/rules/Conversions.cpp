#include "optimise/rules/Conversions.h"

#include "prims/Prims.h"

namespace soac::optimise {

using namespace ir;

namespace {

const Apply *applied(Value v, Prim prim, const Context &c) {
  const auto *apply = c.as<Apply>(v);
  return apply && apply->prim == prim ? apply : nullptr;
}
const Apply *castOf(Value v, const Context &c) { return applied(v, Prim::Cast, c); }

// True when every value of `from` is one of `to`.
bool embeds(Scalar from, Scalar to) {
  if (from == to || from == Scalar::Bool)
    return true;
  if (ir::isFloat(from))
    return from == Scalar::F32 && to == Scalar::F64;
  if (to == Scalar::Bool)
    return false;
  if (ir::isFloat(to))
    return bitWidth(from) < (to == Scalar::F64 ? 53u : 24u);
  return bitWidth(from) < bitWidth(to) ? isSigned(to) || isUnsigned(from) : false;
}

class Conversion {
public:
  Conversion(Apply &op, Context &c) : op(op), c(c) {}

  Rewrite run() {
    const Scalar from = c.type(a()).scalar;
    if (from == op.type)
      return Rewrite::to(a());
    if (const auto *computed = c.as<Apply>(a()); computed && isOfExactArithmetic(*computed))
      return widened(computed->prim, computed->arguments);
    if (const auto wide = indexPlus(from))
      return Rewrite::to(*wide);
    const auto *inner = castOf(a(), c);
    if (!inner)
      return Rewrite::none();
    const Value x = inner->arguments[0];
    const Scalar source = c.type(x).scalar;
    if (inner->isExact && source == op.type && ir::isInteger(source) && ir::isInteger(from))
      return Rewrite::to(x);
    if (embeds(source, from)) { // the first conversion loses nothing
      if (source == op.type)
        return Rewrite::to(x);
      if (source != Scalar::Bool && !ir::isFloat(source) == !ir::isFloat(from)) {
        op.arguments[0] = x; // the same number, so exact remains exact
        return Rewrite::changed();
      }
    }
    // An index whose count is a value of the narrow type fits into it.
    if (const Value count = c.countOf(x); count && source == op.type && ir::isSigned(from) && fits(count, from))
      return Rewrite::to(x);
    return Rewrite::none();
  }

private:
  Value a() const { return op.arguments[0]; }

  // True when v is certainly at most the largest value of the type.
  bool fits(Value v, Scalar type) const {
    if (const auto k = c.asInt(v))
      return *k <= (std::int64_t{1} << (bitWidth(type) - 1)) - 1;
    const auto *apply = c.as<Apply>(v);
    if (!apply)
      return false;
    const auto &arguments = apply->arguments;
    switch (apply->prim) {
    case Prim::Cast: return embeds(c.type(arguments[0]).scalar, type);
    case Prim::Max: return fits(arguments[0], type) && fits(arguments[1], type);
    case Prim::Min: return fits(arguments[0], type) || fits(arguments[1], type);
    case Prim::Select: return fits(arguments[1], type) && fits(arguments[2], type);
    case Prim::Add: { // of a widened value, so that adding a constant <= 0 does not wrap around
      const auto k = c.asInt(arguments[1]);
      const auto *inner = castOf(arguments[0], c);
      return k && *k <= 0 && *k > -(std::int64_t{1} << 62) && inner && embeds(c.type(inner->arguments[0]).scalar, type);
    }
    default: return false;
    }
  }
  // i64(narrow(i) + k) = i + k for an index i whose count is a value of the narrow type and k <= 1: no wrap-around.
  std::optional<Value> indexPlus(Scalar narrow) {
    const auto *plus = applied(a(), Prim::Add, c);
    const auto *inner = plus ? castOf(plus->arguments[0], c) : nullptr;
    const auto k = plus ? c.asInt(plus->arguments[1]) : std::nullopt;
    if (!inner || !k || op.type != Scalar::I64 || !ir::isSigned(narrow) || bitWidth(narrow) < 16 || *k > 1 ||
        *k < -1024)
      return std::nullopt;
    const Value i = inner->arguments[0], count = c.countOf(i);
    if (!count || !fits(count, narrow))
      return std::nullopt;
    return c.apply(Prim::Add, {i, c.index(*k)});
  }
  // i64(a + b) = i64(a) + i64(b) for an exact sum, and so for differences, products and negations: offsets are computed
  // in the type of indices, where everything that reads loops, a compiler too, sees that they are linear in the counters.
  // The operands are narrower, so nothing wraps in 64 bits that does not wrap in the narrow type.
  bool isOfExactArithmetic(const Apply &computed) const {
    const bool isArithmetic = computed.prim == Prim::Add || computed.prim == Prim::Sub || computed.prim == Prim::Mul ||
                              computed.prim == Prim::Neg;
    return isArithmetic && computed.isExact && op.type == Scalar::I64;
  }
  Rewrite widened(Prim prim, Values arguments) {
    for (Value &v : arguments)
      v = c.emit(Apply{Prim::Cast, op.type, {v}});
    return become(op, prim, arguments);
  }

  Apply &op;
  Context &c;
};

} // namespace

Rewrite convert(Apply &op, Context &context) { return Conversion(op, context).run(); }

Rewrite compareConverted(Apply &op, Context &c) {
  const Scalar type = c.type(op.arguments[0]).scalar;
  Values indices;
  for (Value v : op.arguments) {
    const auto *converted = castOf(v, c);
    const bool isIndex = converted && ir::isInteger(type) && c.type(converted->arguments[0]).scalar == Scalar::I64 &&
                         (converted->isExact || (type == Scalar::U64 && c.isNonNegative(converted->arguments[0])));
    const auto number = ir::isInteger(type) ? c.asInt(v) : std::nullopt;
    if (!isIndex && !(number && *number >= 0))
      return Rewrite::none();
    indices.push_back(isIndex ? converted->arguments[0] : c.index(*number));
  }
  return become(op, op.prim, indices);
}

} // namespace soac::optimise
