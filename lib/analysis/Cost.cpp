#include "analysis/Cost.h"

#include "prims/Prims.h"

namespace soac::analysis {

unsigned cost(const ir::Apply &apply, const ir::ValueTable &values) {
  constexpr unsigned integerDivision = 20;
  const bool isInteger = !ir::isFloat(values.type(apply.arguments[0]).scalar);
  return apply.prim == ir::Prim::Div && isInteger ? integerDivision : prims::info(apply.prim).cost;
}

} // namespace soac::analysis
