// Expressions of scalar primitives as a graph that can be evaluated and differentiated again and again, with nothing
// but the table: what the contributions mean, without the IR.
#pragma once

#include "prims/Contributions.h"

#include <concepts>
#include <deque>

namespace soac::test {

using types::Scalar;
using prims::Number;
using prims::Prim;

struct Node;

/// A node, or a literal that takes the type of the operand beside it.
struct Expr {
  const Node *node = nullptr;
  double literal = 0;
  template <std::same_as<const Node *> N> Expr(N n) : node(n) {}
  Expr(double x) : literal(x) {}
};

/// A variable, a constant (no arguments, no primitive) or the application of a primitive.
struct Node {
  Scalar type = Scalar::F64;
  std::optional<Prim> prim = {};
  llvm::SmallVector<const Node *, 3> arguments = {};
  Number constant{};
  int variable = -1;
};

/// All nodes of a test live until it ends.
inline const Node *keep(Node node) {
  static thread_local std::deque<Node> nodes;
  return &nodes.emplace_back(std::move(node));
}

inline const Node *constant(Scalar type, double x) {
  Node node{.type = type};
  if (types::isFloat(type))
    node.constant.f = x;
  else
    node.constant.i = static_cast<std::int64_t>(x);
  return keep(node);
}

inline const Node *variable(int i, Scalar type = Scalar::F64) { return keep({.type = type, .variable = i}); }

inline const Node *apply(Prim prim, llvm::ArrayRef<const Node *> arguments, std::optional<Scalar> type = {}) {
  llvm::SmallVector<Scalar, 3> types;
  for (const Node *a : arguments)
    types.push_back(a->type);
  if (!prims::accepts(prim, types))
    llvm::report_fatal_error("a contribution applies a primitive to the wrong types");
  return keep({.type = type.value_or(prims::resultType(prim, types)),
               .prim = prim,
               .arguments = {arguments.begin(), arguments.end()}});
}

inline const Node *resolve(Expr e, Scalar type) { return e.node ? e.node : constant(type, e.literal); }

inline Expr apply2(Prim prim, Expr a, Expr b) {
  const Scalar type = a.node ? a.node->type : b.node->type;
  return apply(prim, {resolve(a, type), resolve(b, type)});
}

inline Expr operator+(Expr a, Expr b) { return apply2(Prim::Add, a, b); }
inline Expr operator-(Expr a, Expr b) { return apply2(Prim::Sub, a, b); }
inline Expr operator*(Expr a, Expr b) { return apply2(Prim::Mul, a, b); }
inline Expr operator/(Expr a, Expr b) { return apply2(Prim::Div, a, b); }
inline Expr operator-(Expr a) { return apply(Prim::Neg, {a.node}); }
inline Expr operator<(Expr a, Expr b) { return apply2(Prim::Lt, a, b); }
inline Expr operator<=(Expr a, Expr b) { return apply2(Prim::Le, a, b); }
inline Expr operator>(Expr a, Expr b) { return apply2(Prim::Gt, a, b); }
inline Expr operator>=(Expr a, Expr b) { return apply2(Prim::Ge, a, b); }
inline Expr operator==(Expr a, Expr b) { return apply2(Prim::Eq, a, b); }
inline Expr operator&&(Expr a, Expr b) { return apply2(Prim::And, a, b); }
inline Expr operator||(Expr a, Expr b) { return apply2(Prim::Or, a, b); }
inline Expr select(Expr c, Expr a, Expr b) {
  const Scalar type = a.node ? a.node->type : b.node->type;
  return apply(Prim::Select, {c.node, resolve(a, type), resolve(b, type)});
}
#define SOAC_TEST_FUNCTION(Id, name)                                                                                   \
  inline Expr name(Expr a) { return apply(Prim::Id, {a.node}); }
SOAC_TEST_FUNCTION(Sin, sin)
SOAC_TEST_FUNCTION(Cos, cos)
SOAC_TEST_FUNCTION(Sinh, sinh)
SOAC_TEST_FUNCTION(Cosh, cosh)
SOAC_TEST_FUNCTION(Tanh, tanh)
SOAC_TEST_FUNCTION(Sech, sech)
SOAC_TEST_FUNCTION(Exp, exp)
SOAC_TEST_FUNCTION(Log, log)
SOAC_TEST_FUNCTION(Sqrt, sqrt)
SOAC_TEST_FUNCTION(Round, round)
SOAC_TEST_FUNCTION(IsNan, isnan)
SOAC_TEST_FUNCTION(Digamma, digamma)
#undef SOAC_TEST_FUNCTION
inline Expr strong_mul(Expr a, Expr b) { return apply2(Prim::StrongMul, a, b); }
inline Expr seed_mul(Expr a, Expr b) { return apply2(Prim::SeedMul, a, b); }
inline Expr seed_div(Expr a, Expr b) { return apply2(Prim::SeedDiv, a, b); }
inline Expr pow(Expr a, Expr b) { return apply2(Prim::Pow, a, b); }
inline Expr hypot(Expr a, Expr b) { return apply2(Prim::Hypot, a, b); }
inline Expr copysign(Expr a, Expr b) { return apply2(Prim::Copysign, a, b); }
inline Expr ldexp(Expr a, Expr b) { return apply(Prim::Ldexp, {a.node, b.node}); }
inline Expr polygamma(Expr n, Expr a) { return apply(Prim::Polygamma, {resolve(n, Scalar::I32), a.node}); }
inline Expr bessel_j(Expr n, Expr a) { return apply(Prim::BesselJ, {resolve(n, Scalar::I32), a.node}); }
inline Expr bessel_y(Expr n, Expr a) { return apply(Prim::BesselY, {resolve(n, Scalar::I32), a.node}); }

/// The value of the expression; none where C++ leaves it undefined.
inline std::optional<Number> evaluate(const Node *e, llvm::ArrayRef<Number> variables) {
  if (e->variable >= 0)
    return variables[static_cast<std::size_t>(e->variable)];
  if (!e->prim)
    return e->constant;
  llvm::SmallVector<Number, 3> operands;
  for (const Node *a : e->arguments) {
    const std::optional<Number> value = evaluate(a, variables);
    if (!value)
      return std::nullopt;
    operands.push_back(*value);
  }
  const Node *typed = e->arguments[e->prim == Prim::Select || prims::info(*e->prim).operands == prims::Operands::Order ? 1 : 0];
  return prims::evaluate(*e->prim, typed->type, e->type, operands);
}

/// The derivative of `e` with respect to one variable; none where it is zero by definition.
inline const Node *derivative(const Node *e, int with) {
  if (e->variable == with)
    return constant(e->type, 1);
  const Node *sum = nullptr;
  llvm::SmallVector<Expr, 3> arguments(e->arguments.begin(), e->arguments.end());
  for (unsigned i = 0; i < e->arguments.size(); ++i) {
    if (!types::isFloat(e->arguments[i]->type))
      continue;
    const Node *tangent = derivative(e->arguments[i], with);
    if (!tangent)
      continue;
    const auto part = prims::contribution<Expr>(*e->prim, i, arguments, Expr(e), Expr(tangent));
    if (part)
      sum = sum ? apply(Prim::Add, {sum, part->node}) : part->node;
  }
  return sum;
}

/// Adds to `adjoints` (one per variable) what the adjoint `d` of `e` contributes.
inline void accumulate(const Node *e, const Node *d, llvm::MutableArrayRef<const Node *> adjoints) {
  if (e->variable >= 0) {
    const Node *&adjoint = adjoints[static_cast<std::size_t>(e->variable)];
    adjoint = adjoint ? apply(Prim::Add, {adjoint, d}) : d;
  }
  llvm::SmallVector<Expr, 3> arguments(e->arguments.begin(), e->arguments.end());
  for (unsigned i = 0; i < e->arguments.size(); ++i)
    if (types::isFloat(e->arguments[i]->type))
      if (const auto part = prims::contribution<Expr>(*e->prim, i, arguments, Expr(e), Expr(d)))
        accumulate(e->arguments[i], part->node, adjoints);
}

} // namespace soac::test
