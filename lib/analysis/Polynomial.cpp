#include "analysis/Polynomial.h"

#include "prims/Prims.h"

namespace soac::analysis {

using namespace ir;

Value valueOf(const Polynomial &p, Builder &b) {
  Value sum;
  const auto append = [&](Value v, bool isNegative) {
    sum = !sum ? (isNegative ? b.neg(v) : v) : isNegative ? b.sub(sum, v) : b.add(sum, v);
  };
  for (const bool isNegative : {false, true})
    for (const auto &[factors, coefficient] : p.terms()) {
      if (factors.empty() || (coefficient < 0) != isNegative)
        continue;
      Value product;
      for (Value factor : factors) {
        const Value wide = b.cast(Scalar::I64, factor);
        product = product ? b.mul(product, wide) : wide;
      }
      const bool isUnit = coefficient == 1 || coefficient == -1;
      append(isUnit ? product : b.mul(b.index(isNegative ? -coefficient : coefficient), product), isNegative);
    }
  const std::int64_t constant = p.constant();
  if (!sum)
    return b.index(constant);
  if (constant != 0)
    append(b.index(constant < 0 ? -constant : constant), constant < 0);
  return sum;
}

const Polynomial &Polynomials::of(Value v) const {
  if (const auto found = known.find(v); found != known.end())
    return found->second;
  constexpr std::size_t mostTerms = 16;
  Polynomial result = computed(v);
  return known[v] = result.terms().size() > mostTerms ? Polynomial(v) : std::move(result);
}

Polynomial Polynomials::computed(Value v) const {
  if (const auto constant = values.asInt(v))
    return *constant;
  const auto *apply = definitions.as<Apply>(v);
  if (!apply || !isInteger(apply->type) || !isFollowed(apply->type))
    return Polynomial(v);
  const auto operand = [&](std::size_t k) { return of(apply->arguments[k]); };
  switch (apply->prim) {
  case Prim::Cast: {
    const Scalar from = values.type(apply->arguments[0]).scalar;
    const bool isWider = bitWidth(from) < bitWidth(apply->type) && isSigned(apply->type);
    const bool isSame = isFollowed(from) || bitWidth(apply->type) == 64 || isWider; // the number, or modulo 2^64
    return isInteger(from) && isSame ? operand(0) : Polynomial(v);
  }
  case Prim::Neg: return Polynomial(-1) * operand(0);
  case Prim::Add: return operand(0) + operand(1);
  case Prim::Sub: return operand(0) - operand(1);
  case Prim::Mul: return operand(0) * operand(1);
  default: return Polynomial(v);
  }
}

} // namespace soac::analysis
