#include "schedule/Operators.h"

#include "analysis/Operators.h"
#include "prims/Prims.h"

namespace soac::schedule {

using namespace ir;

std::optional<Operator> recognise(const Block &op, const ValueTable &values) {
  const auto prim = op.statements.size() == 1 ? analysis::primitiveOperator(op) : std::nullopt;
  if (!prim || !values.type(op.results[0]).isScalar())
    return std::nullopt;
  switch (*prim) {
  case Prim::Add: return Operator::Plus;
  case Prim::Mul: return Operator::Times;
  case Prim::Min: return Operator::Minimum;
  case Prim::Max: return Operator::Maximum;
  default: return std::nullopt;
  }
}

} // namespace soac::schedule
