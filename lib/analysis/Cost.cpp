#include "analysis/Cost.h"

#include "prims/Prims.h"

namespace soac::analysis {

unsigned cost(const ir::Apply &apply, const ir::ValueTable &values) {
  constexpr unsigned integerDivision = 20;
  const bool isInteger = !ir::isFloat(values.type(apply.arguments[0]).scalar);
  return apply.prim == ir::Prim::Div && isInteger ? integerDivision : prims::info(apply.prim).cost;
}

bool isFunction(const ir::Statement &s, const ir::ValueTable &values) {
  constexpr unsigned dear = 20;
  const auto *apply = std::get_if<ir::Apply>(&s.op);
  return apply && ir::isFloat(values.type(s.results[0]).scalar) && cost(*apply, values) >= dear;
}

} // namespace soac::analysis
