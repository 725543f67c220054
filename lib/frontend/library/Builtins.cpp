// Compilers' built-in functions on the bits of integers and on the class of a number, which implement <bit>, fpclassify,
// isnormal and nextafter:
//   __builtin_ctz(x)   ->   popcount((x & -x) - 1)
#include "frontend/library/KnownCalls.h"
#include "frontend/lower/Lower.h"
#include "frontend/state/CallSite.h"
#include "frontend/state/Lowering.h"
#include "frontend/state/LoweringState.h"

#include <limits>

namespace soac::frontend {

using ir::Scalar;
using prims::Prim;

namespace {

using BitFunction = ir::Value (*)(ir::Builder &, ir::Value);

ir::Value integer(ir::Builder &b, ir::Value like, std::int64_t x) {
  return b.values.constantInt(b.type(like).scalar, x);
}

/// The number of bits that are 1 in an unsigned number: sums over pairs, fours and bytes of bits, then over all bytes by a
/// product.
ir::Value popcount(ir::Builder &b, ir::Value x) {
  const unsigned width = ir::bitWidth(b.type(x).scalar);
  const auto pattern = [&](std::uint64_t byte) {
    return integer(b, x,
                   static_cast<std::int64_t>((~std::uint64_t{0} / 255 * byte) & (~std::uint64_t{0} >> (64 - width))));
  };
  const auto masked = [&](ir::Value v, std::uint64_t byte) { return b.apply(Prim::And, {v, pattern(byte)}); };
  const auto shifted = [&](ir::Value v, unsigned by) { return b.apply(Prim::Shr, {v, integer(b, x, by)}); };
  x = b.sub(x, masked(shifted(x, 1), 0x55));
  x = b.add(masked(x, 0x33), masked(shifted(x, 2), 0x33));
  x = masked(b.add(x, shifted(x, 4)), 0x0f);
  return shifted(b.mul(x, pattern(0x01)), width - 8);
}

/// The number of 0 bits below the lowest 1, which subtracting 1 from the lowest 1 sets.
ir::Value countrZero(ir::Builder &b, ir::Value x) {
  const ir::Value below = b.sub(b.apply(Prim::And, {x, b.neg(x)}), integer(b, x, 1));
  return popcount(b, below);
}

/// The number of 0 bits above the highest 1, which is spread to all bits below.
ir::Value countlZero(ir::Builder &b, ir::Value x) {
  for (unsigned by = 1; by < ir::bitWidth(b.type(x).scalar); by *= 2)
    x = b.apply(Prim::Or, {x, b.apply(Prim::Shr, {x, integer(b, x, by)})});
  return popcount(b, b.apply(Prim::Not, {x}));
}

/// 1 more than the position of the lowest 1, 0 for 0.
ir::Value firstSet(ir::Builder &b, ir::Value x) {
  const ir::Value position = b.add(countrZero(b, x), integer(b, x, 1));
  return b.select(b.equal(x, integer(b, x, 0)), integer(b, x, 0), position);
}

/// The number of bits below the sign bit that are equal to it, from the top.
ir::Value redundantSignBits(ir::Builder &b, ir::Value x) {
  const ir::Value sign = b.apply(Prim::Shr, {x, integer(b, x, ir::bitWidth(b.type(x).scalar) - 1)});
  const ir::Value spread = b.neg(sign); // all bits are the sign
  return b.sub(countlZero(b, b.apply(Prim::Xor, {x, spread})), integer(b, x, 1));
}

ir::Value swappedBytes(ir::Builder &b, ir::Value x) {
  const int bytes = static_cast<int>(ir::bitWidth(b.type(x).scalar)) / 8;
  ir::Value all;
  for (int i = 0; i < bytes; ++i) {
    const ir::Value byte = b.apply(Prim::And, {b.apply(Prim::Shr, {x, integer(b, x, 8 * i)}), integer(b, x, 0xff)});
    const ir::Value moved = b.apply(Prim::Shl, {byte, integer(b, x, 8 * (bytes - 1 - i))});
    all = all ? b.apply(Prim::Or, {all, moved}) : moved;
  }
  return all;
}

BitFunction bitFunction(llvm::StringRef name) {
  if (!name.consume_front("__builtin_"))
    return nullptr;
  if (name == "bswap16" || name == "bswap32" || name == "bswap64")
    return swappedBytes;
  const auto plain = [](llvm::StringRef n) {
    return llvm::StringSwitch<BitFunction>(n)
        .Case("popcount", popcount)
        .Case("ctz", countrZero)
        .Case("clz", countlZero)
        .Case("parity",
              [](ir::Builder &b, ir::Value x) {
                return b.apply(Prim::And, {popcount(b, x), integer(b, x, 1)});
              })
        .Case("ffs", firstSet)
        .Case("clrsb", redundantSignBits)
        .Default(nullptr);
  };
  // The suffixes l and ll give the type; the argument's type is used here.
  const BitFunction function = plain(name);
  if (function || !name.consume_back("l"))
    return function;
  name.consume_back("l");
  return plain(name);
}

Scalar unsignedOf(Scalar s) {
  const unsigned width = ir::bitWidth(s);
  return width == 64 ? Scalar::U64 : width == 32 ? Scalar::U32 : width == 16 ? Scalar::U16 : Scalar::U8;
}

FValue countBits(Lowering &l, const CallSite &site) {
  const FValue v = l.value(site.arguments[0]);
  if (!v.isScalar() || l.failed())
    return {};
  setLocation(l, site.call->getExprLoc());
  ir::Builder &b = l.builder();
  const ir::Value r = bitFunction(site.name)(b, b.cast(unsignedOf(v.layout->scalar), v.leaves[0].value));
  return {site.result(), {Leaf{b.cast(site.result()->scalar, r), nullptr}}};
}

/// Is |x| at least the smallest normal number?
ir::Value isNormalOrInfinite(ir::Builder &b, ir::Value x) {
  const Scalar s = b.type(x).scalar;
  const double least =
      s == Scalar::F32 ? static_cast<double>(std::numeric_limits<float>::min()) : std::numeric_limits<double>::min();
  return b.apply(Prim::Ge, {b.apply(Prim::Abs, {x}), b.values.constantFloat(s, least)});
}

FValue isNormal(Lowering &l, const CallSite &site) {
  const ir::Value x = l.scalar(site.arguments[0]);
  if (l.failed())
    return {};
  ir::Builder &b = l.builder();
  const ir::Value is = b.apply(Prim::And, {b.apply(Prim::IsFinite, {x}), isNormalOrInfinite(b, x)});
  return convertScalar(l, l.makeScalar(is, l.types.context.BoolTy), site.result());
}

/// __builtin_fpclassify(nan, infinite, normal, subnormal, zero, x)
FValue classify(Lowering &l, const CallSite &site) {
  ir::Values given;
  for (const clang::Expr *argument : site.arguments)
    given.push_back(l.scalar(argument));
  if (l.failed())
    return {};
  ir::Builder &b = l.builder();
  const ir::Value x = given[5];
  ir::Value result = b.select(isNormalOrInfinite(b, x), given[2], given[3]);
  result = b.select(b.equal(x, b.zero(b.type(x).scalar)), given[4], result);
  result = b.select(b.apply(Prim::IsInf, {x}), given[1], result);
  result = b.select(b.apply(Prim::IsNan, {x}), given[0], result);
  return {site.result(), {Leaf{result, nullptr}}};
}

/// The number next to x in the direction of y. The step is rounding only: the derivative is that of x.
FValue nextAfter(Lowering &l, const CallSite &site) {
  const Scalar s = site.result()->scalar;
  const ir::Value x = l.asScalar(l.value(site.arguments[0]), s), y = l.asScalar(l.value(site.arguments[1]), s);
  if (l.failed())
    return {};
  setLocation(l, site.call->getExprLoc());
  ir::Builder &b = l.builder();
  ir::Call call;
  call.types = {s};
  call.function = "std::nextafter({0}, {1})";
  for (const ir::Value v : {x, y})
    call.arguments.push_back(b.apply(Prim::StopGradient, {v}));
  const ir::Value next = b.emit1(std::move(call));
  const ir::Values r = b.ifElse(
      b.apply(Prim::IsFinite, {x}),
      [&](ir::Builder &in) { return ir::Values{in.add(x, in.sub(next, in.apply(Prim::StopGradient, {x})))}; },
      [&](ir::Builder &) { return ir::Values{next}; });
  return {site.result(), {Leaf{r[0], nullptr}}};
}

bool isNextAfter(llvm::StringRef name) {
  name.consume_front("__builtin_");
  name.consume_front("std::");
  return name == "nextafter" || name == "nextafterf";
}

} // namespace

CallLowering builtinCall(const CallSite &site) {
  if (site.method || site.arguments.empty() || !site.areScalars() || site.result()->kind != Layout::Kind::Scalar)
    return nullptr;
  if (site.name == "__builtin_fpclassify" && site.arguments.size() == 6)
    return classify;
  if (site.name == "__builtin_isnormal")
    return isNormal;
  if (isNextAfter(site.name) && site.arguments.size() == 2 && ir::isFloat(site.result()->scalar) &&
      !site.callee->hasBody())
    return nextAfter;
  return site.arguments.size() == 1 && bitFunction(site.name) ? countBits : nullptr;
}

} // namespace soac::frontend
