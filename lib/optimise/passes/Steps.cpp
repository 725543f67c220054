#include "optimise/passes/Steps.h"

namespace soac::optimise {

using namespace analysis;
using namespace ir;

constexpr std::int64_t chainStep = 3; ///< the cost of waiting for the iteration before

std::int64_t step(llvm::ArrayRef<Value> indices, Value counter, const Polynomials &polynomials) {
  std::int64_t result = 0;
  for (const Value index : indices) {
    const Polynomial slope = polynomials.of(index).in(counter).slope;
    if (slope.terms().empty())
      continue;
    const bool isNear = slope.isConstant() && index == indices.back();
    result = std::max(result, isNear ? std::min(std::abs(slope.constant()), lineLength) : lineLength);
  }
  return result;
}

std::int64_t steps(const ElementAccesses &accesses, Value counter, const Polynomials &polynomials) {
  std::int64_t sum = 0;
  for (const ElementAccess &access : accesses.all) {
    const std::int64_t apart = step(*access.indices, counter, polynomials);
    switch (access.kind) {
    case ElementAccess::Read: sum += apart; break;
    case ElementAccess::Addition: sum += 2 * std::max<std::int64_t>(apart, 1); break;
    case ElementAccess::Write: sum += 2 * (apart == 0 ? chainStep : apart); break;
    }
  }
  return sum;
}

} // namespace soac::optimise
