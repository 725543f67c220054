// Operators on arithmetic types, assignments and increments. Clang's AST has every conversion written out.
#include "frontend/lower/Arithmetic.h"

#include "frontend/library/Library.h"
#include "frontend/lower/Callables.h"
#include "frontend/lower/Exits.h"
#include "frontend/lower/Expressions.h"
#include "frontend/lower/Lower.h"
#include "frontend/lower/Pointers.h"
#include "frontend/state/Joins.h"
#include "frontend/state/Lowering.h"
#include "frontend/state/LoweringState.h"
#include "frontend/state/Variables.h"

namespace soac::frontend {

using ir::Scalar;
using prims::Prim;

namespace {

std::optional<Prim> primOf(clang::BinaryOperatorKind op) {
  switch (op) {
  case clang::BO_Mul: return Prim::Mul;
  case clang::BO_Div: return Prim::Div;
  case clang::BO_Rem: return Prim::Rem;
  case clang::BO_Add: return Prim::Add;
  case clang::BO_Sub: return Prim::Sub;
  case clang::BO_Shl: return Prim::Shl;
  case clang::BO_Shr: return Prim::Shr;
  case clang::BO_LT: return Prim::Lt;
  case clang::BO_GT: return Prim::Gt;
  case clang::BO_LE: return Prim::Le;
  case clang::BO_GE: return Prim::Ge;
  case clang::BO_EQ: return Prim::Eq;
  case clang::BO_NE: return Prim::Ne;
  case clang::BO_And: return Prim::And;
  case clang::BO_Or: return Prim::Or;
  case clang::BO_Xor: return Prim::Xor;
  default: return std::nullopt;
  }
}

FValue shortCircuit(Lowering &l, const clang::BinaryOperator *e) {
  if (!evaluateOnce(l, e))
    return {};
  const ir::Value left = l.condition(e->getLHS());
  const bool isAnd = e->getOpcode() == clang::BO_LAnd;
  const Layout *layout = l.types.of(e->getType());
  if (const auto known = l.builder().values.asInt(left))
    return (*known != 0) == isAnd ? FValue{layout, {Leaf{l.condition(e->getRHS()), nullptr}}}
                                  : FValue{layout, {Leaf{left, nullptr}}};
  const Location result = l.newVariable(l.makeScalar(left, e->getType()), "");
  const auto evaluate = [&] { l.write(result, l.makeScalar(l.condition(e->getRHS()), e->getType())); };
  if (isAnd)
    lowerIfElse(l, left, evaluate, [] {});
  else
    lowerIfElse(l, left, [] {}, evaluate);
  return l.read(result);
}

} // namespace

FValue arithmetic(Lowering &l, clang::BinaryOperatorKind op, const FValue &a, const FValue &b, const Layout *result) {
  const auto prim = primOf(op);
  if (!prim || !a.isScalar() || !b.isScalar() || l.failed())
    return {};
  const ir::Value x = a.leaves[0].value;
  ir::Value y = b.leaves[0].value;
  if (*prim == Prim::Shl || *prim == Prim::Shr)
    y = l.builder().cast(a.layout->scalar, y);
  const ir::Value r = computed(l, *prim, {x, y});
  if (prims::info(*prim).result == prims::Result::Bool)
    return {l.types.of(l.types.context.BoolTy), {Leaf{r, nullptr}}};
  return {result, {Leaf{r, nullptr}}};
}

namespace {

/// a <=> b of numbers: a record of one integer, as the standard library has it.
FValue threeWay(Lowering &l, const clang::BinaryOperator *e) {
  const FValue x = l.value(e->getLHS()), y = l.value(e->getRHS());
  const Layout *layout = l.types.of(e->getType());
  if (!x.isScalar() || !y.isScalar() || layout->leaves.size() != 1 || layout->leaves[0].isTarget) {
    l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(), {"'<=>' on these operands"});
    return {};
  }
  const clang::ComparisonCategoryInfo &category = l.types.context.CompCategories.getInfoForType(e->getType());
  const auto constant = [&](const clang::ComparisonCategoryInfo::ValueInfo *value) {
    return l.builder().values.constantInt(layout->leaves[0].type.scalar, value->getIntValue().getExtValue());
  };
  ir::Builder &b = l.builder();
  const ir::Value p = x.leaves[0].value, q = y.leaves[0].value;
  ir::Value order = constant(category.getGreater());
  if (category.isPartial())
    order = b.select(b.lessThan(q, p), order, constant(category.getUnordered()));
  order = b.select(b.equal(p, q), constant(category.getEqualOrEquiv()), order);
  return {layout, {Leaf{b.select(b.lessThan(p, q), constant(category.getLess()), order), nullptr}}};
}

} // namespace

FValue lowerBinary(Lowering &l, const clang::BinaryOperator *e) {
  const clang::BinaryOperatorKind op = e->getOpcode();
  switch (op) {
  case clang::BO_LAnd:
  case clang::BO_LOr: return shortCircuit(l, e);
  case clang::BO_Comma: l.value(e->getLHS()); return l.value(e->getRHS());
  case clang::BO_PtrMemD:
  case clang::BO_PtrMemI: return l.read(memberThrough(l, e), e);
  case clang::BO_Cmp: return threeWay(l, e);
  default: break;
  }
  if (isComplex(e->getLHS()) || isComplex(e->getRHS()))
    return complexBinary(l, e);
  if (e->getLHS()->getType()->isPointerType() || e->getRHS()->getType()->isPointerType())
    return lowerPointerBinary(l, e);
  const FValue a = l.value(e->getLHS()), b = l.value(e->getRHS());
  if (l.failed())
    return {};
  setLocation(l, e->getOperatorLoc());
  FValue r = arithmetic(l, op, a, b, l.types.of(e->getType()));
  if (!r)
    l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(), {"'" + e->getOpcodeStr().str() + "' on these operands"});
  return r;
}

FValue lowerUnary(Lowering &l, const clang::UnaryOperator *e) {
  if (isComplex(e->getSubExpr()) || e->getOpcode() == clang::UO_Real || e->getOpcode() == clang::UO_Imag)
    return complexUnary(l, e);
  switch (e->getOpcode()) {
  case clang::UO_Plus: return l.value(e->getSubExpr());
  case clang::UO_Minus: {
    const FValue v = l.value(e->getSubExpr());
    if (!v.isScalar())
      return {};
    const auto &values = l.builder().values;
    if (const auto x = values.asFloat(v.leaves[0].value))
      return {v.layout, {Leaf{l.builder().values.constantFloat(v.layout->scalar, -*x), nullptr}}};
    return {v.layout, {Leaf{computed(l, Prim::Neg, {v.leaves[0].value}), nullptr}}};
  }
  case clang::UO_Not: {
    const FValue v = l.value(e->getSubExpr());
    return v.isScalar() ? FValue{v.layout, {Leaf{l.builder().apply(Prim::Not, {v.leaves[0].value}), nullptr}}}
                        : FValue{};
  }
  case clang::UO_LNot: {
    const ir::Value v = l.condition(e->getSubExpr());
    if (const auto known = l.builder().values.asInt(v))
      return l.makeScalar(l.builder().values.constantBool(*known == 0), e->getType());
    return l.makeScalar(l.builder().apply(Prim::Not, {v}), e->getType());
  }
  case clang::UO_PostInc:
  case clang::UO_PostDec: {
    FValue before;
    lowerIncrement(l, e, &before);
    return before;
  }
  case clang::UO_AddrOf: {
    const clang::Expr *object = e->getSubExpr()->IgnoreParens();
    if (const auto pointer = memberPointer(l, e))
      return *pointer;
    if (object->getType()->isFunctionType())
      return l.value(object);
    if (const auto flat = pointerIntoRows(l, object, l.types.of(e->getType())))
      return *flat;
    if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(object)) {
      const FValue base = l.value(subscript->getBase());
      return advance(l, base, l.asIndex(l.value(subscript->getIdx())));
    }
    return addressOf(l, l.location(object), l.types.of(e->getType()));
  }
  case clang::UO_Extension: return l.value(e->getSubExpr());
  default: break;
  }
  l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(),
           {"the operator '" + clang::UnaryOperator::getOpcodeStr(e->getOpcode()).str() + "'"});
  return {};
}

Location lowerIncrement(Lowering &l, const clang::UnaryOperator *e, FValue *before) {
  if (!evaluateOnce(l, e))
    return {};
  const Location at = l.location(e->getSubExpr());
  const FValue old = l.read(at, e);
  if (!old)
    return {};
  if (before)
    *before = old;
  setLocation(l, e->getOperatorLoc());
  const std::int64_t step = e->isIncrementOp() ? 1 : -1;
  if (old.layout->kind == Layout::Kind::Pointer) {
    l.write(at, advance(l, old, l.builder().index(step)), e);
    return at;
  }
  if (!old.isScalar()) {
    l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(), {"this increment"});
    return {};
  }
  const ir::Value one = l.builder().one(old.layout->scalar);
  const ir::Value r = computed(l, step > 0 ? Prim::Add : Prim::Sub, {old.leaves[0].value, one});
  l.write(at, {old.layout, {Leaf{r, nullptr}}}, e);
  return at;
}

namespace {

/// `(c ? x : y) = v`: a branch for each object. The result is a copy that is only read.
Location assignToChoice(Lowering &l, const clang::ConditionalOperator *choice,
                        llvm::function_ref<Location(const clang::Expr *)> assign) {
  if (!evaluateOnce(l, choice))
    return {};
  if (const clang::Expr *remaining = remainingSide(l, choice))
    return assign(remaining);
  const ir::Value condition = l.condition(choice->getCond());
  if (l.failed())
    return {};
  const Location result = l.newVariable(l.types.ofObject(choice->getType()), "");
  const auto side = [&](const clang::Expr *e) { l.write(result, l.read(assign(e), choice), choice); };
  lowerIfElse(l, condition, [&] { side(choice->getTrueExpr()); }, [&] { side(choice->getFalseExpr()); });
  return copyForReference(l, l.read(result, choice), {});
}

Location compoundAssign(Lowering &l, const clang::CompoundAssignOperator *e, const clang::Expr *to, const FValue &right) {
  if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(to->IgnoreParens()))
    return assignToChoice(l, choice, [&](const clang::Expr *side) { return compoundAssign(l, e, side, right); });
  const Location at = l.location(to);
  if (isComplex(to)) {
    complexCompound(l, e, at, right);
    return at;
  }
  const FValue old = l.read(at, e);
  if (!old || !right)
    return {};
  setLocation(l, e->getOperatorLoc());
  const clang::BinaryOperatorKind op = clang::BinaryOperator::getOpForCompoundAssignment(e->getOpcode());
  if (old.layout->kind == Layout::Kind::Pointer) {
    ir::Value by = l.asIndex(right);
    if (op == clang::BO_Sub)
      by = l.builder().neg(by);
    l.write(at, advance(l, old, by), e);
    return at;
  }
  const Layout *computation = l.types.of(e->getComputationLHSType());
  const FValue left = convertScalar(l, old, computation);
  const FValue r = arithmetic(l, op, left, right, l.types.of(e->getComputationResultType()));
  if (!r) {
    l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(), {"'" + e->getOpcodeStr().str() + "' on these operands"});
    return {};
  }
  l.write(at, convertScalar(l, r, old.layout), e);
  return at;
}

} // namespace

Location lowerCompoundAssign(Lowering &l, const clang::CompoundAssignOperator *e) {
  if (!evaluateOnce(l, e))
    return {};
  return compoundAssign(l, e, e->getLHS(), l.value(e->getRHS())); // C++17: the right operand first
}

namespace {

Location assign(Lowering &l, const clang::BinaryOperator *e, const clang::Expr *to, const FValue &right) {
  if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(to->IgnoreParens()))
    return assignToChoice(l, choice, [&](const clang::Expr *side) { return assign(l, e, side, right); });
  const Location at = l.location(to);
  setLocation(l, e->getOperatorLoc());
  l.write(at, right, e);
  return at;
}

} // namespace

Location lowerAssign(Lowering &l, const clang::BinaryOperator *e) {
  if (!evaluateOnce(l, e))
    return {};
  return assign(l, e, e->getLHS(), l.value(e->getRHS()));
}

} // namespace soac::frontend
