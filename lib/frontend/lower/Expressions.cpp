// Expressions: the value of each kind of AST node. Lvalues.cpp has the location that it refers to.
#include "frontend/lower/Expressions.h"

#include "frontend/library/Library.h"
#include "frontend/lower/Arithmetic.h"
#include "frontend/lower/Calls.h"
#include "frontend/lower/Casts.h"
#include "frontend/lower/Constants.h"
#include "frontend/lower/Constructors.h"
#include "frontend/lower/Exits.h"
#include "frontend/lower/Lower.h"
#include "frontend/lower/Records.h"
#include "frontend/state/Joins.h"
#include "frontend/state/Lowering.h"
#include "frontend/state/LoweringState.h"
#include "frontend/state/RowLengths.h"
#include "frontend/state/Targets.h"
#include "frontend/state/Variables.h"
#include "frontend/values/SpecialMembers.h"

namespace soac::frontend {

using Kind = Layout::Kind;

// ---- Small helpers of the face. --------------------------------------------------------------------------------------

FValue Lowering::makeScalar(ir::Value v, clang::QualType type) {
  return {types.of(type.getNonReferenceType()), {Leaf{v, nullptr}}};
}

FValue Lowering::make(const Layout *layout, llvm::ArrayRef<ir::Value> values) {
  if (failed())
    return {};
  Parameter unused = {};
  const clang::QualType type = layout->type;
  if (!type.isNull())
    return makeParameter(type, values, "").argument;
  FValue v{layout, {}};
  for (const ir::Value x : values)
    v.leaves.push_back({x, nullptr});
  return v;
}

FValue Lowering::make(clang::QualType type, llvm::ArrayRef<ir::Value> values) { return make(types.of(type), values); }

ir::Values Lowering::data(const FValue &v) {
  if (!v || failed())
    return {};
  switch (v.layout->kind) {
  case Kind::Reference: return data(read(referent(v)));
  case Kind::View: return read(referent(v)).values();
  case Kind::Pointer:
    if (const Location at = pointee(v))
      return read(at).values();
    return {};
  case Kind::Record:
    if (!v.layout->isData) {
      ir::Values out;
      for (unsigned i = 0; i < v.layout->fields.size(); ++i)
        llvm::append_range(out, data(v.field(i)));
      return out;
    }
    [[fallthrough]];
  default: return exact(*this, v).values();
  }
}

const Layout *Lowering::dataLayout(const FValue &v) {
  if (!v)
    return nullptr;
  switch (v.layout->kind) {
  case Kind::Reference: {
    const Layout *object = v.layout->element;
    return object->kind == Kind::View ? types.arrayOf(object->element, object->rank) : object;
  }
  case Kind::View: return types.arrayOf(v.layout->element, v.layout->rank);
  case Kind::Pointer: return types.arrayOf(v.layout->element, 1);
  default: return v.layout;
  }
}

ir::Value Lowering::asScalar(const FValue &v, ir::Scalar type) {
  const FValue plain = v && v.layout->kind == Kind::Reference ? read(referent(v)) : v;
  if (failed() || !plain.isScalar())
    return builder().zero(type);
  return builder().cast(type, plain.leaves[0].value);
}

ir::Value Lowering::asIndex(const FValue &v) {
  const FValue plain = v && v.layout->kind == Kind::Reference ? read(referent(v)) : v;
  if (failed() || !plain.isScalar())
    return builder().index(0);
  return widen(*this, plain.leaves[0].value);
}

ir::Value Lowering::scalar(const clang::Expr *e) {
  const FValue v = value(e);
  if (failed())
    return builder().zero(types.scalarOf(e->getType().getNonReferenceType()).value_or(ir::Scalar::F64));
  if (!v.isScalar()) {
    if (state->isStopped)
      return builder().zero(types.scalarOf(e->getType().getNonReferenceType()).value_or(ir::Scalar::F64));
    refuse(diag::Id::UnsupportedExpression, e->getSourceRange(), {"this expression where a number is needed"});
    return builder().zero(ir::Scalar::F64);
  }
  return v.leaves[0].value;
}

ir::Value Lowering::condition(const clang::Expr *e) {
  const ir::Value v = scalar(e);
  if (failed())
    return builder().values.constantBool(false);
  return builder().cast(ir::Scalar::Bool, v);
}

// ---- Values. ---------------------------------------------------------------------------------------------------------

namespace {

FValue refuseExpression(Lowering &l, const clang::Expr *e, const std::string &what) {
  l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(), {what});
  return {};
}

/// a < b by way of <=> or ==. Iterators compare as the offsets they are.
FValue rewritten(Lowering &l, const clang::CXXRewrittenBinaryOperator *e) {
  const auto form = e->getDecomposedForm();
  if (l.types.ofObject(form.LHS->getType())->kind == Layout::Kind::Pointer &&
      l.types.ofObject(form.RHS->getType())->kind == Layout::Kind::Pointer) {
    const FValue left = l.value(form.LHS), right = l.value(form.RHS);
    return pointerOperation(l, form.Opcode, left, right, l.types.of(e->getType()), e);
  }
  return l.value(e->getSemanticForm());
}

FValue floatLiteral(Lowering &l, const clang::FloatingLiteral *e) {
  const Layout *layout = l.types.of(e->getType());
  if (layout->kind != Kind::Scalar) {
    l.refuse(diag::Id::LongDouble, e->getSourceRange(), {"this number"});
    return {};
  }
  bool losesInfo = false;
  llvm::APFloat x = e->getValue();
  x.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return {layout, {Leaf{l.builder().values.constantFloat(layout->scalar, x.convertToDouble()), nullptr}}};
}

FValue integer(Lowering &l, std::int64_t x, clang::QualType type) {
  const Layout *layout = l.types.of(type);
  if (layout->kind != Kind::Scalar)
    return {};
  return {layout, {Leaf{l.builder().values.constantInt(layout->scalar, x), nullptr}}};
}

/// A value where control does not come.
FValue unreached(Lowering &l, const Layout *layout) {
  FValue v{layout, {}};
  for (const ir::Value zero : zeroLeaves(l, layout))
    v.leaves.push_back({zero, nullptr});
  return v;
}

/// `c ? a : b`; also glibc's `assert`, whose second branch is a call of __assert_fail.
FValue conditional(Lowering &l, const clang::ConditionalOperator *e) {
  if (!evaluateOnce(l, e))
    return {};
  const ir::Value c = l.condition(e->getCond());
  if (l.failed())
    return {};
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(e->getFalseExpr()->IgnoreParenImpCasts())) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    const llvm::StringRef name = callee && callee->getIdentifier() ? callee->getName() : "";
    if (name == "__assert_fail" || name == "__assert_rtn" || name == "__assert") {
      std::string text = "assertion failed";
      if (const auto *literal = llvm::dyn_cast<clang::StringLiteral>(call->getArg(0)->IgnoreParenImpCasts()))
        text += ": " + literal->getString().str();
      setLocation(l, e->getBeginLoc());
      l.builder().check(c, text);
      if (l.builder().values.asInt(c) == 0)
        l.internals().isStopped = true;
      return {l.types.of(e->getType()), {}};
    }
  }
  const Layout *layout = l.types.ofObject(e->getType());
  if (const auto known = l.builder().values.asInt(c)) {
    const FValue v = l.copy(*known ? e->getTrueExpr() : e->getFalseExpr());
    return l.internals().isStopped ? unreached(l, layout) : v;
  }
  if (layout->kind == Kind::Void) {
    lowerIfElse(l, c, [&] { l.value(e->getTrueExpr()); }, [&] { l.value(e->getFalseExpr()); });
    return {layout, {}};
  }
  if (layout->kind == Kind::Unsupported)
    return refuseExpression(l, e, "a choice of this type");
  const Location result = l.newVariable(layout, "");
  const auto side = [&](const clang::Expr *chosen) {
    if (const FValue v = l.copy(chosen); !l.internals().isStopped)
      l.write(result, v, e);
  };
  lowerIfElse(l, c, [&] { side(e->getTrueExpr()); }, [&] { side(e->getFalseExpr()); });
  return l.copy(result, e);
}

FValue unevaluated(Lowering &l, const clang::Expr *e) {
  if (auto constant = constantValue(l, e))
    return *constant;
  return refuseExpression(l, e, "this operator");
}

FValue arrayInitLoop(Lowering &l, const clang::ArrayInitLoopExpr *e) {
  // A copy of an array member by member: the common expression is the source.
  const clang::OpaqueValueExpr *source = e->getCommonExpr();
  FValue v = l.value(source->getSourceExpr());
  if (v)
    v.layout = l.types.of(e->getType());
  return v;
}

FValue stdInitializerList(Lowering &l, const clang::CXXStdInitializerListExpr *e) {
  return viewOf(l, l.location(e->getSubExpr()), l.types.of(e->getType()));
}

} // namespace

bool evaluateOnce(Lowering &l, const clang::Expr *e) {
  if (!l.failed() && !l.internals().evaluations.add(e))
    l.refuse(diag::Id::EvaluatedTwice, e->getSourceRange(), {},
             {"the generated code would do it twice; please report this"});
  return !l.failed();
}

bool endsQuietly(Lowering &l, const clang::Expr *e) {
  if (hasEffectAtEnd(e->getType()))
    l.refuse(diag::Id::UnsupportedType, e->getSourceRange(), {e->getType().getAsString(), "it has a destructor of its own"});
  return !l.failed();
}

namespace {

FValue thisObject(Lowering &l, const clang::CXXThisExpr *e) {
  const Frame &frame = l.internals().frame();
  unsigned index = 0;
  if (frame.thisCapture) { // in a lambda: the object around it, or a copy of it
    if (!frame.object || !fieldIndex(frame.object->layout, frame.thisCapture, index))
      return refuseExpression(l, e, "'this' here");
    const Location capture = l.field(*frame.object, index);
    return capture && capture.layout->kind == Kind::Pointer ? l.read(capture, e)
                                                           : l.reference(capture, l.types.of(e->getType()));
  }
  if (frame.object)
    return l.reference(*frame.object, l.types.of(e->getType()));
  return refuseExpression(l, e, "'this' here");
}

/// A line for each kind of expression, with the function that lowers it.
FValue evaluate(Lowering &l, const clang::Expr *e) {
  using clang::Stmt;
  switch (e->getStmtClass()) {
  case Stmt::DeclRefExprClass: // of function type
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(llvm::cast<clang::DeclRefExpr>(e)->getDecl()))
      return {l.types.of(e->getType()), {Leaf{{}, std::make_shared<const Target>(Target{{}, function})}}};
    return l.read(l.location(e), e);
  case Stmt::ParenExprClass: return l.copy(llvm::cast<clang::ParenExpr>(e)->getSubExpr());
  case Stmt::ConstantExprClass: return l.copy(llvm::cast<clang::ConstantExpr>(e)->getSubExpr());
  case Stmt::ExprWithCleanupsClass: return l.copy(llvm::cast<clang::ExprWithCleanups>(e)->getSubExpr());
  case Stmt::CXXBindTemporaryExprClass:
    return endsQuietly(l, e) ? l.copy(llvm::cast<clang::CXXBindTemporaryExpr>(e)->getSubExpr()) : FValue{};
  case Stmt::MaterializeTemporaryExprClass:
    return l.copy(llvm::cast<clang::MaterializeTemporaryExpr>(e)->getSubExpr());
  case Stmt::CXXDefaultArgExprClass: {
    FreshEvaluations use(l.internals().evaluations);
    return l.copy(llvm::cast<clang::CXXDefaultArgExpr>(e)->getExpr());
  }
  case Stmt::CXXDefaultInitExprClass: {
    FreshEvaluations use(l.internals().evaluations);
    return l.copy(llvm::cast<clang::CXXDefaultInitExpr>(e)->getExpr());
  }
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return l.value(llvm::cast<clang::SubstNonTypeTemplateParmExpr>(e)->getReplacement());
  case Stmt::GenericSelectionExprClass: return l.value(llvm::cast<clang::GenericSelectionExpr>(e)->getResultExpr());
  case Stmt::ChooseExprClass: return l.value(llvm::cast<clang::ChooseExpr>(e)->getChosenSubExpr());
  case Stmt::OpaqueValueExprClass: return l.copy(llvm::cast<clang::OpaqueValueExpr>(e)->getSourceExpr());
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return rewritten(l, llvm::cast<clang::CXXRewrittenBinaryOperator>(e));
  case Stmt::ImaginaryLiteralClass: return imaginaryLiteral(l, llvm::cast<clang::ImaginaryLiteral>(e));
  case Stmt::FloatingLiteralClass: return floatLiteral(l, llvm::cast<clang::FloatingLiteral>(e));
  case Stmt::IntegerLiteralClass: {
    const llvm::APInt &x = llvm::cast<clang::IntegerLiteral>(e)->getValue();
    return integer(l, static_cast<std::int64_t>(x.zextOrTrunc(64).getZExtValue()), e->getType());
  }
  case Stmt::CharacterLiteralClass:
    return integer(l, static_cast<std::int64_t>(llvm::cast<clang::CharacterLiteral>(e)->getValue()), e->getType());
  case Stmt::StringLiteralClass: return l.read(stringTable(l, llvm::cast<clang::StringLiteral>(e)), e);
  case Stmt::CXXBoolLiteralExprClass: return integer(l, llvm::cast<clang::CXXBoolLiteralExpr>(e)->getValue(), e->getType());
  case Stmt::UnaryOperatorClass: return lowerUnary(l, llvm::cast<clang::UnaryOperator>(e));
  case Stmt::BinaryOperatorClass: return lowerBinary(l, llvm::cast<clang::BinaryOperator>(e));
  case Stmt::ConditionalOperatorClass: return conditional(l, llvm::cast<clang::ConditionalOperator>(e));
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXFunctionalCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::BuiltinBitCastExprClass:
  case Stmt::CXXReinterpretCastExprClass: return lowerCast(l, llvm::cast<clang::CastExpr>(e));
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass: return lowerCall(l, llvm::cast<clang::CallExpr>(e));
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass: return lowerConstruct(l, llvm::cast<clang::CXXConstructExpr>(e));
  case Stmt::InitListExprClass: return lowerInitList(l, llvm::cast<clang::InitListExpr>(e), l.types.of(e->getType()));
  case Stmt::CXXParenListInitExprClass: return lowerParenInit(l, llvm::cast<clang::CXXParenListInitExpr>(e));
  case Stmt::CXXStdInitializerListExprClass:
    return stdInitializerList(l, llvm::cast<clang::CXXStdInitializerListExpr>(e));
  case Stmt::LambdaExprClass: return lowerLambda(l, llvm::cast<clang::LambdaExpr>(e));
  case Stmt::ArrayInitLoopExprClass: return arrayInitLoop(l, llvm::cast<clang::ArrayInitLoopExpr>(e));
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::ImplicitValueInitExprClass: return zeroOf(l, l.types.of(e->getType()));
  case Stmt::CXXThisExprClass: return thisObject(l, llvm::cast<clang::CXXThisExpr>(e));
  case Stmt::CXXNullPtrLiteralExprClass:
    return {l.types.of(e->getType()), {Leaf{}}};
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::OffsetOfExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::SizeOfPackExprClass:
  case Stmt::ConceptSpecializationExprClass:
  case Stmt::RequiresExprClass:
  case Stmt::CXXNoexceptExprClass: return unevaluated(l, e);
  case Stmt::CXXNewExprClass: return lowerNew(l, llvm::cast<clang::CXXNewExpr>(e));
  case Stmt::CXXDeleteExprClass: return lowerDelete(l, llvm::cast<clang::CXXDeleteExpr>(e));
  case Stmt::CXXThrowExprClass: return lowerThrow(l, llvm::cast<clang::CXXThrowExpr>(e));
  case Stmt::CoawaitExprClass:
  case Stmt::CoyieldExprClass: l.refuse(diag::Id::Coroutine, e->getSourceRange()); return {};
  case Stmt::CXXDynamicCastExprClass: return refuseExpression(l, e, "'dynamic_cast'");
  case Stmt::CXXTypeidExprClass: return refuseExpression(l, e, "'typeid'");
  case Stmt::StmtExprClass: return refuseExpression(l, e, "a statement expression");
  case Stmt::VAArgExprClass: return refuseExpression(l, e, "'va_arg'");
  default: return refuseExpression(l, e, std::string("this expression (") + e->getStmtClassName() + ")");
  }
}

} // namespace

FValue Lowering::value(const clang::Expr *e) { return exact(*this, copy(e)); }

FValue Lowering::copy(const clang::Expr *e) {
  if (failed())
    return {};
  if (auto constant = constantValue(*this, e))
    return *constant;
  if (e->isGLValue() && !e->getType()->isFunctionType()) {
    // A choice between lvalues that is read at once is a choice between their values; so are std::min and the like.
    const clang::Expr *inner = e->IgnoreParens();
    if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(inner))
      return conditional(*this, choice);
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(inner)) {
      const FValue v = lowerCall(*this, call);
      return v && v.layout->kind == Kind::Reference ? copy(referent(v), e) : v;
    }
    if (llvm::isa<clang::MaterializeTemporaryExpr>(inner))
      return evaluate(*this, inner);
    return copy(location(e), e);
  }
  return evaluate(*this, e);
}

} // namespace soac::frontend
