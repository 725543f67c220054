#include "analysis/Polynomial.h"

#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

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

Value openCount(Value count, const ValueTable &values, const DefUse &definitions) {
  const auto *apply = definitions.as<Apply>(count);
  return apply && apply->prim == Prim::Max && values.asInt(apply->arguments[1]) == 0 ? apply->arguments[0] : count;
}

bool keepsNumbers(const Apply &computed, const ValueTable &values) {
  const Scalar to = computed.type;
  switch (computed.prim) {
  case Prim::Add:
  case Prim::Sub:
  case Prim::Mul:
  case Prim::Neg: return isInteger(to) && (computed.isExact || bitWidth(to) == 64);
  case Prim::Cast: {
    const Scalar from = values.type(computed.arguments[0]).scalar;
    return isInteger(from) && isInteger(to) &&
           (computed.isExact || bitWidth(to) == 64 || (bitWidth(from) < bitWidth(to) && (isUnsigned(from) || isSigned(to))));
  }
  default: return false;
  }
}

Polynomial Polynomials::computed(Value v) const {
  if (const auto constant = values.asInt(v))
    return *constant;
  const auto *apply = definitions.as<Apply>(v);
  if (!apply || !isInteger(apply->type))
    return Polynomial(v);
  const auto isNumber = [&](Value x) {
    const Scalar s = values.type(x).scalar;
    return isInteger(s) && isFollowed(s);
  };
  if (!keepsNumbers(*apply, values) && !(isNumber(v) && llvm::all_of(apply->arguments, isNumber)))
    return Polynomial(v);
  const auto operand = [&](std::size_t k) { return of(apply->arguments[k]); };
  switch (apply->prim) {
  case Prim::Cast: return operand(0);
  case Prim::Neg: return Polynomial(-1) * operand(0);
  case Prim::Add: return operand(0) + operand(1);
  case Prim::Sub: return operand(0) - operand(1);
  case Prim::Mul: return operand(0) * operand(1);
  default: return Polynomial(v);
  }
}

} // namespace soac::analysis
