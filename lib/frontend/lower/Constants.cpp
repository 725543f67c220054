// Constants that Clang can evaluate by itself, and constants outside functions.
#include "frontend/lower/Constants.h"

#include "frontend/lower/Lower.h"
#include "frontend/lower/OutsideVariables.h"
#include "frontend/state/LoweringState.h"
#include "frontend/state/Variables.h"

namespace soac::frontend {

namespace {

FValue fromFloat(Lowering &l, const llvm::APFloat &x, const Layout *layout) {
  bool losesInfo = false;
  llvm::APFloat wide = x;
  wide.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return {layout, {Leaf{l.builder().values.constantFloat(layout->scalar, wide.convertToDouble()), nullptr}}};
}

FValue fromInteger(Lowering &l, const llvm::APSInt &x, const Layout *layout) {
  const std::int64_t bits =
      x.isSigned() ? x.getExtValue() : static_cast<std::int64_t>(x.extOrTrunc(64).getZExtValue());
  return {layout, {Leaf{l.builder().values.constantInt(layout->scalar, bits), nullptr}}};
}

std::optional<FValue> fromConstant(Lowering &l, const clang::APValue &value, const Layout *layout);

std::optional<FValue> fromRecord(Lowering &l, const clang::APValue &value, const Layout *layout) {
  FValue record{layout, {}};
  unsigned bases = 0;
  for (auto [i, field] : llvm::enumerate(layout->fields)) {
    std::optional<FValue> member;
    if (value.isComplexFloat())
      member = fromFloat(l, i == 0 ? value.getComplexFloatReal() : value.getComplexFloatImag(), field.layout);
    else if (const auto *declared = llvm::dyn_cast_or_null<clang::FieldDecl>(field.decl); declared && value.isStruct())
      member = fromConstant(l, value.getStructField(declared->getFieldIndex()), field.layout);
    else if (value.isStruct() && bases < value.getStructNumBases())
      member = fromConstant(l, value.getStructBase(bases++), field.layout);
    if (!member)
      return std::nullopt;
    record.leaves.append(member->leaves);
  }
  return record;
}

std::optional<FValue> fromConstant(Lowering &l, const clang::APValue &value, const Layout *layout) {
  if (layout->kind == Layout::Kind::Record)
    return fromRecord(l, value, layout);
  if (layout->kind != Layout::Kind::Scalar)
    return std::nullopt;
  if (value.isInt() && !ir::isFloat(layout->scalar))
    return fromInteger(l, value.getInt(), layout);
  if (value.isFloat() && ir::isFloat(layout->scalar))
    return fromFloat(l, value.getFloat(), layout);
  return std::nullopt;
}

/// Where trying Clang's evaluator may pay: a name or call that can be constant. Literals and operators are lowered
/// directly, and their operands come here again.
bool mayBeConstant(const clang::Expr *e) {
  switch (e->getStmtClass()) {
  case clang::Stmt::DeclRefExprClass: {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(llvm::cast<clang::DeclRefExpr>(e)->getDecl());
    if (!variable)
      return llvm::isa<clang::EnumConstantDecl>(llvm::cast<clang::DeclRefExpr>(e)->getDecl());
    return !llvm::isa<clang::ParmVarDecl>(variable) && variable->getType().isConstQualified() &&
           (variable->isConstexpr() || variable->hasGlobalStorage() || variable->getType()->isIntegralOrEnumerationType());
  }
  case clang::Stmt::CallExprClass: {
    // Whether it is evaluated at compile time is answered by the lowering of calls.
    const clang::FunctionDecl *callee = llvm::cast<clang::CallExpr>(e)->getDirectCallee();
    return !callee || !callee->getIdentifier() || !callee->getName().contains("is_constant_evaluated");
  }
  case clang::Stmt::UserDefinedLiteralClass:
  case clang::Stmt::CXXMemberCallExprClass:
  case clang::Stmt::CXXOperatorCallExprClass:
  case clang::Stmt::MemberExprClass:
  case clang::Stmt::ArraySubscriptExprClass:
  case clang::Stmt::UnaryExprOrTypeTraitExprClass:
  case clang::Stmt::OffsetOfExprClass:
  case clang::Stmt::TypeTraitExprClass:
  case clang::Stmt::SizeOfPackExprClass:
  case clang::Stmt::ConceptSpecializationExprClass:
  case clang::Stmt::RequiresExprClass:
  case clang::Stmt::CXXNoexceptExprClass:
  case clang::Stmt::ConstantExprClass:
  case clang::Stmt::BinaryOperatorClass: return true;
  case clang::Stmt::UnaryOperatorClass: return llvm::cast<clang::UnaryOperator>(e)->getOpcode() != clang::UO_Deref;
  default: return false;
  }
}

} // namespace

std::optional<FValue> constantValue(Lowering &l, const clang::Expr *e) {
  if (e->isValueDependent() || e->isTypeDependent() || !mayBeConstant(e))
    return std::nullopt;
  const Layout *layout = l.types.ofObject(e->getType());
  if (layout->kind != Layout::Kind::Scalar && !llvm::isa<clang::UserDefinedLiteral>(e))
    return std::nullopt;
  if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(e); operation && operation->isAssignmentOp())
    return std::nullopt;
  clang::Expr::EvalResult result;
  if (!e->EvaluateAsRValue(result, l.types.context) || result.HasSideEffects || result.HasUndefinedBehavior)
    return std::nullopt;
  return fromConstant(l, result.Val, layout);
}

std::optional<std::int64_t> constantInt(const clang::ASTContext &context, const clang::Expr *e) {
  clang::Expr::EvalResult result;
  if (!e->isValueDependent() && e->EvaluateAsInt(result, context) && !result.HasSideEffects)
    return result.Val.getInt().getExtValue();
  return std::nullopt;
}

std::optional<std::int64_t> Lowering::constantInt(const clang::Expr *e) {
  return frontend::constantInt(types.context, e);
}

namespace {

/// A constant that is made once, in front of everything, and not carried by loops around its use.
Location inPrologue(Lowering &l, const Layout *layout, llvm::StringRef name, llvm::function_ref<FValue()> make) {
  Lowering::State &state = l.internals();
  FValue value;
  {
    BuilderScope inFront(l, state.prologueBuilder);
    FreshEvaluations evaluations(state.evaluations);
    const auto live = state.live.size();
    state.frames.push_back(std::make_unique<Frame>());
    value = make();
    state.frames.pop_back();
    while (state.live.size() > live)
      state.live.pop_back(); // constants stay alive but are never carried
  }
  if (!value)
    return {};
  value.layout = layout;
  const Location at = l.newVariable(value, name);
  for (const unsigned slot : at.slots) {
    state.infos[slot].isGlobal = true;
    state.live.pop_back();
  }
  return at;
}

} // namespace

Location stringTable(Lowering &l, const clang::StringLiteral *text) {
  const Layout *layout = l.types.of(text->getType());
  const Location at = inPrologue(l, layout, "", [&] {
    ir::Builder &b = l.builder();
    ir::Value table = zeroLeaves(l, layout)[0];
    const std::int64_t end = std::min<std::int64_t>(text->getLength(), layout->staticExtent);
    for (std::int64_t i = 0; i < end; ++i)
      table = b.update(table, {b.index(i)}, b.values.constantInt(layout->element->scalar, text->getCodeUnit(i)));
    return FValue{layout, {Leaf{table, nullptr}}};
  });
  if (at)
    l.internals().infos[at.slots[0]].literal = text;
  return at;
}

/// A variable outside functions, or a static one, that is const or that nothing writes to: made or read once, in front of
/// everything.
std::optional<Location> globalVariable(Lowering &l, const clang::VarDecl *d, const clang::Expr *site) {
  Lowering::State &state = l.internals();
  if (const auto known = state.globals.find(d->getCanonicalDecl()); known != state.globals.end())
    return known->second;
  const clang::QualType type = d->getType().getNonReferenceType();
  const clang::Expr *init = d->getAnyInitializer();
  const bool isConst = type.isConstant(l.types.context) || d->isConstexpr() ||
                       (type->isArrayType() && l.types.context.getBaseElementType(type).isConstQualified());
  const Layout *layout = l.types.of(type);
  const auto keep = [&](llvm::function_ref<FValue()> make) -> std::optional<Location> {
    const Location at = inPrologue(l, layout, d->getName(), make);
    if (!at)
      return std::nullopt;
    state.globals[d->getCanonicalDecl()] = at;
    return at;
  };
  if (isReadByName(l, d, isConst))
    if (std::optional<Location> at = keep([&] { return readByName(l, d); }))
      return at;
  const bool isOutside = d->isExternallyVisible() && !d->isStaticLocal();
  if (!isConst && (isOutside || l.types.mayChange(d))) {
    l.refuse(d->isStaticLocal() ? diag::Id::StaticLocal : diag::Id::MutableGlobal, site->getSourceRange(),
             {d->getNameAsString()},
             {isOutside && !l.types.mayChange(d)
                  ? "another file may write to it; a static variable that nothing writes to is a constant"
                  : "it may be written to in this file, so that its value when the derivative runs is another"});
    const FValue any = standIn(l, l.types.of(type));
    return any ? std::optional(l.newVariable(any, d->getName())) : std::nullopt;
  }
  // An object of a class without members needs no initialiser: a function object.
  const bool isZero = !init && !isConst; // a table without initialiser
  if (!init && !isZero && !(layout->kind == Layout::Kind::Record && layout->leaves.empty())) {
    l.refuse(diag::Id::OpaqueCall, site->getSourceRange(), {d->getNameAsString()},
             {"its initialiser is not visible here"});
    return std::nullopt;
  }
  // It may be initialised before or after others that it uses only where it is not a constant expression.
  return keep([&] { return init ? l.value(init) : zeroOf(l, layout); });
}

} // namespace soac::frontend
