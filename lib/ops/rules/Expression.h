// Scalar expressions over IR values, for rules that read like algebra. Every operator appends a statement:
//   2.0 * x + y     appends     t = mul 2.0, x;  u = add t, y
#pragma once

#include "ir/Builder.h"
#include "prims/Prims.h"

namespace soac::ops {

/// A scalar value, or a literal that takes the type of the operand beside it.
class Expression {
public:
  Expression(double literal) : literal(literal) {}
  Expression(ir::Builder &builder, ir::Value value) : builder(&builder), handle(value) {}

  /// The value; a literal becomes a constant of type `type`.
  ir::Value value(ir::Builder &b, ir::Scalar type) const;
  bool isLiteral() const { return !handle; }

  static Expression apply(prims::Prim prim, llvm::ArrayRef<Expression> operands);

private:
  ir::Builder *builder = nullptr;
  ir::Value handle;
  double literal = 0;
};

#define SOAC_EXPRESSION_1(name, Id)                                                                                    \
  inline Expression name(const Expression &a) { return Expression::apply(prims::Prim::Id, {a}); }
#define SOAC_EXPRESSION_2(name, Id)                                                                                    \
  inline Expression name(const Expression &a, const Expression &b) {                                                   \
    return Expression::apply(prims::Prim::Id, {a, b});                                                                 \
  }
SOAC_EXPRESSION_2(operator+, Add)
SOAC_EXPRESSION_2(operator-, Sub)
SOAC_EXPRESSION_2(operator*, Mul)
SOAC_EXPRESSION_2(operator/, Div)
SOAC_EXPRESSION_1(operator-, Neg)
SOAC_EXPRESSION_2(operator<, Lt)
SOAC_EXPRESSION_2(operator<=, Le)
SOAC_EXPRESSION_2(operator>, Gt)
SOAC_EXPRESSION_2(operator>=, Ge)
SOAC_EXPRESSION_2(operator==, Eq)
SOAC_EXPRESSION_2(operator!=, Ne)
SOAC_EXPRESSION_2(operator&&, And)
SOAC_EXPRESSION_2(operator||, Or)
SOAC_EXPRESSION_1(sin, Sin)
SOAC_EXPRESSION_1(cos, Cos)
SOAC_EXPRESSION_1(sinh, Sinh)
SOAC_EXPRESSION_1(cosh, Cosh)
SOAC_EXPRESSION_1(tanh, Tanh)
SOAC_EXPRESSION_1(sech, Sech)
SOAC_EXPRESSION_1(exp, Exp)
SOAC_EXPRESSION_1(log, Log)
SOAC_EXPRESSION_1(sqrt, Sqrt)
SOAC_EXPRESSION_1(round, Round)
SOAC_EXPRESSION_1(isnan, IsNan)
SOAC_EXPRESSION_1(digamma, Digamma)
SOAC_EXPRESSION_2(polygamma, Polygamma)
SOAC_EXPRESSION_2(bessel_j, BesselJ)
SOAC_EXPRESSION_2(bessel_y, BesselY)
SOAC_EXPRESSION_2(strong_mul, StrongMul)
SOAC_EXPRESSION_2(seed_mul, SeedMul)
SOAC_EXPRESSION_2(seed_div, SeedDiv)
SOAC_EXPRESSION_2(pow, Pow)
SOAC_EXPRESSION_2(hypot, Hypot)
SOAC_EXPRESSION_2(copysign, Copysign)
SOAC_EXPRESSION_2(ldexp, Ldexp)
#undef SOAC_EXPRESSION_1
#undef SOAC_EXPRESSION_2

inline Expression select(const Expression &c, const Expression &a, const Expression &b) {
  return Expression::apply(prims::Prim::Select, {c, a, b});
}

} // namespace soac::ops
