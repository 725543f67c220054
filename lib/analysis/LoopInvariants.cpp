#include "analysis/LoopInvariants.h"

#include "prims/Prims.h"

namespace soac::analysis {

using ir::Scalar;
using ir::Value;
using prims::Prim;

LoopInvariants::LoopInvariants(ir::Builder &b, IndexSums &sums, const ir::Loop &loop, const AroundLoop &around)
    : b(b), sums(sums), loop(loop), around(around), condition(loop.condition), body(loop.body) {}

const ir::Statement *LoopInvariants::statement(Value v) const {
  return condition.isInside(v) ? condition.statement(v) : body.statement(v);
}

std::optional<unsigned> LoopInvariants::carried(Value v) const {
  for (const auto &[block, definitions] : {std::pair(&loop.condition, &condition), std::pair(&loop.body, &body)})
    if (const Definition *d = definitions->of(v); d && d->parameterOf == block)
      return d->position;
  return std::nullopt;
}

Value LoopInvariants::outside(Value v) {
  if (!condition.isInside(v) && !body.isInside(v))
    return v;
  if (const auto known = outsides.find(v); known != outsides.end())
    return known->second;
  return outsides[v] = computeOutside(v);
}

Value LoopInvariants::outsideWide(Value v) {
  const Value x = outside(v);
  return x && ir::isInteger(b.type(x).scalar) ? sums.wide(x) : Value{};
}

Value LoopInvariants::computeOutside(Value v) {
  const ir::Statement *definition = statement(v);
  if (!definition)
    return {};
  const ir::Op &op = definition->op;
  const bool isAlways = condition.isInside(v) && !condition.around(*definition); // executed when the loop is reached
  if (const auto *extent = std::get_if<ir::Extent>(&op)) {
    const Value array = shapeAtEntry(extent->array);
    return array ? b.extent(array, extent->dimension) : Value{};
  }
  const auto *computed = std::get_if<ir::Apply>(&op);
  const bool mayFail = !computed || ((computed->prim == Prim::Div || computed->prim == Prim::Rem) &&
                                     b.values.asInt(computed->arguments[1]).value_or(0) == 0);
  if ((!computed && !std::holds_alternative<ir::Index>(op)) || (mayFail && !isAlways))
    return {};
  ir::ValueMap map;
  bool isKnown = true;
  ir::forEachOperand(op, [&](Value operand) {
    const Value x = isKnown ? outside(operand) : Value{};
    isKnown &= static_cast<bool>(x);
    map[operand] = x;
  });
  if (!isKnown)
    return {};
  if (computed)
    if (const Value constant = folded(*computed, map))
      return constant;
  ir::Op copy = op;
  ir::substitute(copy, map);
  return b.emit1(std::move(copy), b.values.name(v));
}

Value LoopInvariants::folded(const ir::Apply &computed, const ir::ValueMap &map) {
  llvm::SmallVector<prims::Number, 2> numbers;
  Scalar operands = Scalar::I64;
  for (const Value v : computed.arguments) {
    const Value x = map.lookup(v);
    const auto number = b.values.asInt(x);
    if (!number || !ir::isInteger(computed.type))
      return {};
    operands = b.values.type(x).scalar;
    numbers.push_back({.i = *number});
  }
  const auto result = prims::evaluate(computed.prim, operands, computed.type, numbers);
  return result ? b.values.constantInt(computed.type, result->i) : Value{};
}

/// An array of the same shape in front of the loop: carried arrays keep theirs.
Value LoopInvariants::shapeAtEntry(Value array) {
  if (condition.isInside(array) || body.isInside(array))
    array = around.shapeRoot(array);
  if (const auto parameter = carried(array))
    return llvm::is_contained(around.growing, *parameter) ? Value{} : loop.inits[*parameter];
  return outside(array);
}

} // namespace soac::analysis
