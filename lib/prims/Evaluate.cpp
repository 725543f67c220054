// The meaning of the primitives on numbers: what the generated C++ computes, on this machine, at the type's own
// precision.
#include "prims/Prims.h"

#include "soac/runtime/seeds.hpp"
#include "soac/runtime/special.hpp"

#include <cmath>
#include <limits>

namespace soac::prims {
namespace {

using types::Scalar;
using Numbers = llvm::ArrayRef<Number>;

Number number(double x) { return {.f = x}; }
Number number(bool x) { return {.i = x}; }

/// The low bits of x, sign- or zero-extended as the type asks.
Number wrapped(std::uint64_t x, Scalar type) {
  const unsigned width = types::bitWidth(type);
  if (width < 64) {
    x &= (std::uint64_t{1} << width) - 1;
    if (types::isSigned(type) && (x >> (width - 1)) & 1)
      x |= ~std::uint64_t{0} << width;
  }
  return {.i = static_cast<std::int64_t>(x)};
}

template <class T> std::optional<Number> compare(Prim p, T a, T b) {
  switch (p) {
  case Prim::Eq: return number(a == b);
  case Prim::Ne: return number(a != b);
  case Prim::Lt: return number(a < b);
  case Prim::Le: return number(a <= b);
  case Prim::Gt: return number(a > b);
  case Prim::Ge: return number(a >= b);
  default: return std::nullopt;
  }
}

/// Functions of one floating-point number.
template <class T> std::optional<T> function(Prim p, T a) {
  switch (p) {
  case Prim::Neg: return -a;
  case Prim::Abs: return std::abs(a);
  case Prim::StopGradient: return a;
#define SOAC_PRIM(...)
#define SOAC_MATH1(Id, name, ...) case Prim::Id: return std::name(a);
#define SOAC_VECTOR1 SOAC_MATH1
#define SOAC_SPECIAL1(Id, name, ...) case Prim::Id: return runtime::name(a);
#include "prims/Prims.def"
  default: return std::nullopt;
  }
}

/// Functions of two floating-point numbers.
template <class T> std::optional<T> function(Prim p, T a, T b) {
  switch (p) {
  case Prim::Add: return a + b;
  case Prim::Sub: return a - b;
  case Prim::Mul: return a * b;
  case Prim::Div: return a / b;
  case Prim::Min: return runtime::min(a, b);
  case Prim::Max: return runtime::max(a, b);
#define SOAC_PRIM(...)
#define SOAC_MATH2(Id, name, ...) case Prim::Id: return std::name(a, b);
#define SOAC_VECTOR2 SOAC_MATH2
#include "prims/Prims.def"
  case Prim::StrongMul: return runtime::strong_mul(a, b);
  case Prim::SeedMul: return runtime::seed_mul(a, b);
  case Prim::SeedDiv: return runtime::seed_div(a, b);
  default: return std::nullopt;
  }
}

template <class T> std::optional<Number> evaluateFloat(Prim p, Numbers xs) {
  const T a = static_cast<T>(xs[0].f);
  std::optional<T> value;
  switch (p) {
#define SOAC_PRIM(...)
#define SOAC_TEST(Id, name, ...) case Prim::Id: return number(std::name(a));
#include "prims/Prims.def"
  case Prim::Ldexp: value = std::ldexp(a, static_cast<int>(xs[1].i)); break;
  case Prim::Fma: value = std::fma(a, static_cast<T>(xs[1].f), static_cast<T>(xs[2].f)); break;
  default:
    if (info(p).result == Result::Bool)
      return compare(p, a, static_cast<T>(xs[1].f));
    value = info(p).arity == 1 ? function(p, a) : function(p, a, static_cast<T>(xs[1].f));
  }
  if (!value)
    return std::nullopt;
  return number(static_cast<double>(*value));
}

std::optional<Number> divide(Prim p, Scalar type, Number a, Number b) {
  if (b.i == 0)
    return std::nullopt;
  if (!types::isSigned(type)) {
    const auto x = static_cast<std::uint64_t>(a.i), y = static_cast<std::uint64_t>(b.i);
    return wrapped(p == Prim::Div ? x / y : x % y, type);
  }
  if (b.i == -1 && a.i == std::numeric_limits<std::int64_t>::min() >> (64 - types::bitWidth(type)))
    return std::nullopt;
  return Number{.i = p == Prim::Div ? a.i / b.i : a.i % b.i};
}

std::optional<Number> shift(Prim p, Scalar type, Number a, Number b) {
  if (b.i < 0 || b.i >= static_cast<std::int64_t>(types::bitWidth(type)))
    return std::nullopt;
  if (p == Prim::Shl)
    return wrapped(static_cast<std::uint64_t>(a.i) << b.i, type);
  return types::isSigned(type) ? Number{.i = a.i >> b.i} : wrapped(static_cast<std::uint64_t>(a.i) >> b.i, type);
}

/// Integers and bool. Bits beyond the width do not reach the low bits of + - * & | ^, so these wrap at the end.
std::optional<Number> evaluateInteger(Prim p, Scalar type, Numbers xs) {
  const auto a = static_cast<std::uint64_t>(xs[0].i);
  const auto b = static_cast<std::uint64_t>(xs.size() > 1 ? xs[1].i : 0);
  const bool less = type == Scalar::U64 ? a < b : static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b);
  const bool greater = type == Scalar::U64 ? a > b : static_cast<std::int64_t>(a) > static_cast<std::int64_t>(b);
  switch (p) {
  case Prim::Add: return wrapped(a + b, type);
  case Prim::Sub: return wrapped(a - b, type);
  case Prim::Mul: return wrapped(a * b, type);
  case Prim::Div:
  case Prim::Rem: return divide(p, type, xs[0], xs[1]);
  case Prim::Neg: return wrapped(0 - a, type);
  case Prim::Abs: return wrapped(xs[0].i < 0 ? 0 - a : a, type);
  case Prim::Min: return less || a == b ? xs[0] : xs[1];
  case Prim::Max: return less ? xs[1] : xs[0];
  case Prim::And: return wrapped(a & b, type);
  case Prim::Or: return wrapped(a | b, type);
  case Prim::Xor: return wrapped(a ^ b, type);
  case Prim::Not: return wrapped(~a, type);
  case Prim::Shl:
  case Prim::Shr: return shift(p, type, xs[0], xs[1]);
  case Prim::Eq: return number(a == b);
  case Prim::Ne: return number(a != b);
  case Prim::Lt: return number(less);
  case Prim::Le: return number(!greater);
  case Prim::Gt: return number(greater);
  case Prim::Ge: return number(!less);
  case Prim::StopGradient: return xs[0];
  case Prim::Occupies: return number(xs[0].i >= 4);
  case Prim::HoldsLanes: return number(true);
  default: return std::nullopt;
  }
}

/// Truncation; no value where the integer type cannot hold it.
std::optional<Number> toInteger(double x, Scalar type) {
  const double t = std::trunc(x);
  const unsigned width = types::bitWidth(type);
  const double low = types::isSigned(type) ? -std::ldexp(1.0, static_cast<int>(width) - 1) : 0.0;
  const double high = std::ldexp(1.0, static_cast<int>(types::isSigned(type) ? width - 1 : width));
  if (!(low <= t && t < high))
    return std::nullopt;
  if (type == Scalar::U64)
    return Number{.i = static_cast<std::int64_t>(static_cast<std::uint64_t>(t))};
  return Number{.i = static_cast<std::int64_t>(t)};
}

std::optional<Number> cast(Scalar from, Scalar to, Number x) {
  if (to == Scalar::Bool)
    return number(types::isFloat(from) ? x.f != 0 : x.i != 0);
  if (types::isFloat(from) && types::isFloat(to))
    return number(to == Scalar::F32 ? static_cast<double>(static_cast<float>(x.f)) : x.f);
  if (types::isFloat(from))
    return toInteger(x.f, to);
  if (!types::isFloat(to))
    return wrapped(static_cast<std::uint64_t>(x.i), to);
  const auto u = static_cast<std::uint64_t>(x.i);
  if (to == Scalar::F32) // one rounding, not two
    return number(static_cast<double>(from == Scalar::U64 ? static_cast<float>(u) : static_cast<float>(x.i)));
  return number(from == Scalar::U64 ? static_cast<double>(u) : static_cast<double>(x.i));
}

std::optional<Number> polygamma(Scalar type, Numbers xs) {
  if (xs[0].i < 0)
    return std::nullopt;
  const int n = static_cast<int>(xs[0].i);
  return number(type == Scalar::F32 ? static_cast<double>(runtime::polygamma(n, static_cast<float>(xs[1].f)))
                                    : runtime::polygamma(n, xs[1].f));
}

Number bessel(Prim p, Scalar type, Numbers xs) {
  const auto at = [&](auto x) {
    const int n = static_cast<int>(xs[0].i);
    return static_cast<double>(p == Prim::BesselJ ? runtime::bessel_j(n, x) : runtime::bessel_y(n, x));
  };
  return number(type == Scalar::F32 ? at(static_cast<float>(xs[1].f)) : at(xs[1].f));
}

} // namespace

std::optional<Number> evaluate(Prim p, Scalar operandType, Scalar type, llvm::ArrayRef<Number> operands) {
  switch (p) {
  case Prim::Select: return operands[0].i != 0 ? operands[1] : operands[2];
  case Prim::Cast: return cast(operandType, type, operands[0]);
  case Prim::Polygamma: return polygamma(type, operands);
  case Prim::BesselJ:
  case Prim::BesselY: return bessel(p, type, operands);
  default: break;
  }
  switch (operandType) {
  case Scalar::F32: return evaluateFloat<float>(p, operands);
  case Scalar::F64: return evaluateFloat<double>(p, operands);
  default: return evaluateInteger(p, operandType, operands);
  }
}

} // namespace soac::prims
