#include "schedule/Operators.h"

#include "prims/Prims.h"

namespace soac::schedule {

using namespace ir;

std::optional<Operator> recognise(const Block &op, const ValueTable &values) {
  if (op.parameters.size() != 2 || op.results.size() != 1 || op.statements.size() != 1)
    return std::nullopt;
  const auto *apply = std::get_if<Apply>(&op.statements.front().op);
  if (!apply || apply->arguments.size() != 2 || op.results[0] != op.statements.front().results[0] ||
      !values.type(op.results[0]).isScalar())
    return std::nullopt;
  const Value a = op.parameters[0], b = op.parameters[1];
  const bool inOrder = apply->arguments[0] == a && apply->arguments[1] == b;
  const bool swapped = apply->arguments[0] == b && apply->arguments[1] == a;
  if (!inOrder && !swapped)
    return std::nullopt;
  switch (apply->prim) {
  case Prim::Add: return Operator::Plus;
  case Prim::Mul: return Operator::Times;
  case Prim::Min: return inOrder ? std::optional(Operator::Minimum) : std::nullopt;
  case Prim::Max: return inOrder ? std::optional(Operator::Maximum) : std::nullopt;
  default: return std::nullopt;
  }
}

const char *spelling(Operator op) {
  switch (op) {
  case Operator::Plus: return "plus";
  case Operator::Times: return "times";
  case Operator::Minimum: return "minimum";
  case Operator::Maximum: return "maximum";
  }
  return "";
}

} // namespace soac::schedule
