#include "ops/rules/Expression.h"

#include <cassert>

namespace soac::ops {

ir::Value Expression::value(ir::Builder &b, ir::Scalar type) const {
  if (handle)
    return handle;
  return ir::isFloat(type) ? b.values.constantFloat(type, literal)
                           : b.values.constantInt(type, static_cast<std::int64_t>(literal));
}

Expression Expression::apply(prims::Prim prim, llvm::ArrayRef<Expression> operands) {
  using prims::Prim;
  ir::Builder *builder = nullptr;
  ir::Scalar type = ir::Scalar::F64;
  // A literal takes the type of another operand (not of a select's condition).
  for (std::size_t i = operands.size(); i-- > 0;)
    if (!operands[i].isLiteral()) {
      builder = operands[i].builder;
      if (i > 0 || prim != Prim::Select)
        type = builder->type(operands[i].handle).scalar;
    }
  assert(builder && "an expression of literals alone");
  ir::Values arguments;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const bool isOrder = prims::info(prim).operands == prims::Operands::Order && i == 0;
    arguments.push_back(operands[i].value(*builder, isOrder ? ir::Scalar::I32 : type));
  }
  return {*builder, builder->apply(prim, arguments)};
}

} // namespace soac::ops
