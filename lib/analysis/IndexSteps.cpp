#include "analysis/IndexSteps.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {

using namespace ir;

IndexSteps::IndexSteps(const ValueTable &values, const Block &body, Value counter)
    : counter(counter), inside(body), polynomials(values, inside, [](Scalar s) { return bitWidth(s) >= 32; }) {}

bool IndexSteps::areDistinct(llvm::ArrayRef<Value> indices) const {
  return llvm::any_of(indices, [&](Value v) { return of(v).value_or(0) != 0; });
}

std::optional<std::int64_t> IndexSteps::of(Value v) const {
  constexpr std::int64_t largest = 1'000'000;
  const auto [slope, rest] = polynomials.of(v).in(counter);
  const bool isFixed = llvm::all_of(rest.terms(), [&](const auto &term) {
    return llvm::none_of(term.first, [&](Value factor) { return inside.isInside(factor); });
  });
  if (!isFixed || !slope.isConstant() || std::abs(slope.constant()) > largest)
    return std::nullopt;
  return slope.constant();
}

} // namespace soac::analysis
