// Expressions: what each kind of AST node gives as a value, and as a location.
#include "frontend/LoweringState.h"
#include "frontend/SpecialMembers.h"

namespace soac::frontend {

using Kind = Shape::Kind;

// ---- Small helpers of the face. --------------------------------------------------------------------------------------

FValue Lowering::makeScalar(ir::Value v, clang::QualType type) {
  return {types.of(type.getNonReferenceType()), {Leaf{v, nullptr}}};
}

FValue Lowering::make(const Shape *shape, llvm::ArrayRef<ir::Value> values) {
  if (failed())
    return {};
  Parameter unused = {};
  const clang::QualType type = shape->type;
  if (!type.isNull())
    return makeParameter(type, values, "").argument;
  FValue v{shape, {}};
  for (const ir::Value x : values)
    v.leaves.push_back({x, nullptr});
  return v;
}

FValue Lowering::make(clang::QualType type, llvm::ArrayRef<ir::Value> values) { return make(types.of(type), values); }

ir::Values Lowering::data(const FValue &v) {
  if (!v || failed())
    return {};
  switch (v.shape->kind) {
  case Kind::Reference: return data(read(referent(v)));
  case Kind::View: return read(referent(v)).values();
  case Kind::Pointer:
    if (v.leaves[0].target)
      return read(v.leaves[0].target->location).values();
    return {};
  case Kind::Record:
    if (!v.shape->isData) {
      ir::Values out;
      for (unsigned i = 0; i < v.shape->fields.size(); ++i)
        llvm::append_range(out, data(v.field(i)));
      return out;
    }
    [[fallthrough]];
  default: return v.values();
  }
}

const Shape *Lowering::dataShape(const FValue &v) {
  if (!v)
    return nullptr;
  switch (v.shape->kind) {
  case Kind::Reference: {
    const Shape *object = v.shape->element;
    return object->kind == Kind::View ? types.arrayOf(object->element, object->rank) : object;
  }
  case Kind::View: return types.arrayOf(v.shape->element, v.shape->rank);
  case Kind::Pointer: return types.arrayOf(v.shape->element, 1);
  default: return v.shape;
  }
}

ir::Value Lowering::asScalar(const FValue &v, ir::Scalar type) {
  const FValue plain = v && v.shape->kind == Kind::Reference ? read(referent(v)) : v;
  if (failed() || !plain.isScalar())
    return builder().zero(type);
  return builder().cast(type, plain.leaves[0].value);
}

ir::Value Lowering::asIndex(const FValue &v) {
  const FValue plain = v && v.shape->kind == Kind::Reference ? read(referent(v)) : v;
  if (failed() || !plain.isScalar())
    return builder().index(0);
  return widen(*this, plain.leaves[0].value);
}

ir::Value Lowering::scalar(const clang::Expr *e) {
  const FValue v = value(e);
  if (failed())
    return builder().zero(types.scalarOf(e->getType().getNonReferenceType()).value_or(ir::Scalar::F64));
  if (!v.isScalar()) {
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
  if (l.types.ofObject(form.LHS->getType())->kind == Shape::Kind::Pointer &&
      l.types.ofObject(form.RHS->getType())->kind == Shape::Kind::Pointer) {
    const FValue left = l.value(form.LHS), right = l.value(form.RHS);
    return pointerOperation(l, form.Opcode, left, right, l.types.of(e->getType()), e);
  }
  return l.value(e->getSemanticForm());
}

FValue floatLiteral(Lowering &l, const clang::FloatingLiteral *e) {
  const Shape *shape = l.types.of(e->getType());
  if (shape->kind != Kind::Scalar) {
    l.refuse(diag::Id::LongDouble, e->getSourceRange(), {"this number"});
    return {};
  }
  bool losesInfo = false;
  llvm::APFloat x = e->getValue();
  x.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return {shape, {Leaf{l.builder().values.constantFloat(shape->scalar, x.convertToDouble()), nullptr}}};
}

FValue integer(Lowering &l, std::int64_t x, clang::QualType type) {
  const Shape *shape = l.types.of(type);
  if (shape->kind != Kind::Scalar)
    return {};
  return {shape, {Leaf{l.builder().values.constantInt(shape->scalar, x), nullptr}}};
}

/// `c ? a : b`; also glibc's `assert`, whose second branch is a call of __assert_fail.
FValue conditional(Lowering &l, const clang::ConditionalOperator *e) {
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
      return {l.types.of(e->getType()), {}};
    }
  }
  if (const auto known = l.builder().values.asInt(c))
    return l.value(*known ? e->getTrueExpr() : e->getFalseExpr());
  const Shape *shape = l.types.ofObject(e->getType());
  if (shape->kind == Kind::Void) {
    lowerIfElse(l, c, [&] { l.value(e->getTrueExpr()); }, [&] { l.value(e->getFalseExpr()); });
    return {shape, {}};
  }
  if (shape->kind == Kind::Unsupported)
    return refuseExpression(l, e, "a choice of this type");
  const Location result = l.newVariable(shape, "");
  lowerIfElse(
      l, c, [&] { l.write(result, l.value(e->getTrueExpr()), e); }, [&] { l.write(result, l.value(e->getFalseExpr()), e); });
  return l.read(result, e);
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
    v.shape = l.types.of(e->getType());
  return v;
}

FValue stdInitializerList(Lowering &l, const clang::CXXStdInitializerListExpr *e) {
  return viewOf(l, l.location(e->getSubExpr()), l.types.of(e->getType()));
}

/// A temporary whose destructor does something is refused.
bool endsQuietly(Lowering &l, const clang::Expr *e) {
  if (hasEffectAtEnd(e->getType()))
    l.refuse(diag::Id::UnsupportedType, e->getSourceRange(), {e->getType().getAsString(), "it has a destructor of its own"});
  return !l.failed();
}

FValue evaluate(Lowering &l, const clang::Expr *e) {
  using clang::Stmt;
  switch (e->getStmtClass()) {
  case Stmt::DeclRefExprClass: // of function type
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(llvm::cast<clang::DeclRefExpr>(e)->getDecl()))
      return {l.types.of(e->getType()), {Leaf{{}, std::make_shared<const Target>(Target{{}, function})}}};
    return l.read(l.location(e), e);
  case Stmt::ParenExprClass: return l.value(llvm::cast<clang::ParenExpr>(e)->getSubExpr());
  case Stmt::ConstantExprClass: return l.value(llvm::cast<clang::ConstantExpr>(e)->getSubExpr());
  case Stmt::ExprWithCleanupsClass: return l.value(llvm::cast<clang::ExprWithCleanups>(e)->getSubExpr());
  case Stmt::CXXBindTemporaryExprClass:
    return endsQuietly(l, e) ? l.value(llvm::cast<clang::CXXBindTemporaryExpr>(e)->getSubExpr()) : FValue{};
  case Stmt::MaterializeTemporaryExprClass: return l.value(llvm::cast<clang::MaterializeTemporaryExpr>(e)->getSubExpr());
  case Stmt::CXXDefaultArgExprClass: return l.value(llvm::cast<clang::CXXDefaultArgExpr>(e)->getExpr());
  case Stmt::CXXDefaultInitExprClass: return l.value(llvm::cast<clang::CXXDefaultInitExpr>(e)->getExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return l.value(llvm::cast<clang::SubstNonTypeTemplateParmExpr>(e)->getReplacement());
  case Stmt::GenericSelectionExprClass: return l.value(llvm::cast<clang::GenericSelectionExpr>(e)->getResultExpr());
  case Stmt::ChooseExprClass: return l.value(llvm::cast<clang::ChooseExpr>(e)->getChosenSubExpr());
  case Stmt::OpaqueValueExprClass: return l.value(llvm::cast<clang::OpaqueValueExpr>(e)->getSourceExpr());
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
  case Stmt::ImplicitValueInitExprClass: {
    const Shape *shape = l.types.of(e->getType());
    FValue v{shape, {}};
    for (const ir::Value zero : zeroLeaves(l, shape))
      v.leaves.push_back({zero, nullptr});
    return v;
  }
  case Stmt::CXXThisExprClass: {
    const Frame &frame = l.internals().frame();
    unsigned index = 0;
    if (frame.thisCapture) { // in a lambda: the object around it, or a copy of it
      if (!frame.object || !fieldIndex(frame.object->shape, frame.thisCapture, index))
        return refuseExpression(l, e, "'this' here");
      const Location capture = l.field(*frame.object, index);
      return capture && capture.shape->kind == Kind::Pointer ? l.read(capture, e)
                                                             : l.reference(capture, l.types.of(e->getType()));
    }
    if (frame.object)
      return l.reference(*frame.object, l.types.of(e->getType()));
    return refuseExpression(l, e, "'this' here");
  }
  case Stmt::CXXNullPtrLiteralExprClass:
    return {l.types.of(e->getType()), {Leaf{}}};
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::OffsetOfExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::SizeOfPackExprClass:
  case Stmt::ConceptSpecializationExprClass:
  case Stmt::RequiresExprClass:
  case Stmt::CXXNoexceptExprClass: return unevaluated(l, e);
  case Stmt::CXXNewExprClass: l.refuse(diag::Id::Allocation, e->getSourceRange(), {"new"}); return {};
  case Stmt::CXXDeleteExprClass: l.refuse(diag::Id::Allocation, e->getSourceRange(), {"delete"}); return {};
  case Stmt::CXXThrowExprClass: l.refuse(diag::Id::Exception, e->getSourceRange(), {"throw"}); return {};
  case Stmt::CoawaitExprClass:
  case Stmt::CoyieldExprClass: l.refuse(diag::Id::Coroutine, e->getSourceRange()); return {};
  case Stmt::CXXDynamicCastExprClass: return refuseExpression(l, e, "'dynamic_cast'");
  case Stmt::CXXTypeidExprClass: return refuseExpression(l, e, "'typeid'");
  case Stmt::StmtExprClass: return refuseExpression(l, e, "a statement expression");
  case Stmt::VAArgExprClass: return refuseExpression(l, e, "'va_arg'");
  case Stmt::StringLiteralClass: return refuseExpression(l, e, "a string");
  default: return refuseExpression(l, e, std::string("this expression (") + e->getStmtClassName() + ")");
  }
}

} // namespace

FValue Lowering::value(const clang::Expr *e) {
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
      return v && v.shape->kind == Kind::Reference ? read(referent(v), e) : v;
    }
    if (llvm::isa<clang::MaterializeTemporaryExpr>(inner))
      return evaluate(*this, inner);
    return read(location(e), e);
  }
  return evaluate(*this, e);
}

// ---- Locations. ------------------------------------------------------------------------------------------------------

namespace {

Location refuseLocation(Lowering &l, const clang::Expr *e, const std::string &what) {
  l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(), {what});
  return {};
}

Location captured(Lowering &l, const Location &closure, const clang::FieldDecl *field, const clang::Expr *e) {
  unsigned index = 0;
  if (!fieldIndex(closure.shape, field, index))
    return refuseLocation(l, e, "this capture");
  const Location at = l.field(closure, index);
  return at && at.shape->kind == Kind::Reference ? l.referent(l.read(at, e)) : at;
}

Location name(Lowering &l, const clang::DeclRefExpr *e) {
  const clang::ValueDecl *decl = e->getDecl();
  Frame &frame = l.internals().frame();
  if (const auto capture = frame.captures.find(decl); capture != frame.captures.end() && frame.object)
    return captured(l, *frame.object, capture->second, e);
  if (const auto at = l.variable(decl))
    return *at;
  if (const auto *binding = llvm::dyn_cast<clang::BindingDecl>(decl)) {
    const auto *whole = llvm::dyn_cast_or_null<clang::ValueDecl>(binding->getDecomposedDecl());
    if (const clang::VarDecl *holding = binding->getHoldingVar(); holding && whole) {
      const auto at = l.variable(whole);
      const auto *decomposition = llvm::cast<clang::DecompositionDecl>(whole);
      const auto position = llvm::find(decomposition->bindings(), binding) - decomposition->bindings().begin();
      if (at && at->shape->kind == Kind::Array) // std::array
        return l.element(*at, {l.builder().index(position)});
      if (at && at->shape->kind == Kind::Record && static_cast<std::size_t>(position) < at->shape->fields.size()) {
        const Location field = l.field(*at, static_cast<unsigned>(position));
        return field.shape->kind == Kind::Reference ? l.referent(l.read(field, e)) : field;
      }
    } else if (binding->getBinding()) {
      return l.location(binding->getBinding());
    }
    return refuseLocation(l, e, "this structured binding");
  }
  if (const auto *parameter = llvm::dyn_cast<clang::TemplateParamObjectDecl>(decl)) {
    const Shape *shape = l.types.of(parameter->getType());
    if (shape->leaves.empty())
      return l.newVariable(FValue{shape, {}}, "");
    return refuseLocation(l, e, "a template argument with members");
  }
  if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
    if (variable->getType().isVolatileQualified()) {
      l.refuse(diag::Id::Volatile, e->getSourceRange(), {variable->getNameAsString()});
      return {};
    }
    if (variable->hasGlobalStorage())
      return globalVariable(l, variable, e).value_or(Location{});
  }
  return refuseLocation(l, e, "the use of '" + decl->getNameAsString() + "' here");
}

Location member(Lowering &l, const clang::MemberExpr *e) {
  const auto *field = llvm::dyn_cast<clang::FieldDecl>(e->getMemberDecl());
  if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(e->getMemberDecl()))
    return globalVariable(l, variable, e).value_or(Location{});
  Location object;
  if (e->isArrow()) {
    const FValue pointer = l.value(e->getBase());
    if (pointer)
      object = dereference(l, pointer, l.builder().index(0), e->getBase());
  } else {
    object = l.location(e->getBase());
  }
  if (l.failed())
    return {};
  unsigned index = 0;
  if (!field || !fieldIndex(object.shape, field, index))
    return refuseLocation(l, e, "the member '" + e->getMemberDecl()->getNameAsString() + "' of this type");
  const Location at = l.field(object, index);
  return at && at.shape->kind == Kind::Reference ? l.referent(l.read(at, e)) : at;
}

/// A reference that a function returned, or a copy where it returned a value made of what it was given.
Location callLocation(Lowering &l, const clang::CallExpr *e) {
  llvm::DenseSet<unsigned> sources;
  auto *before = l.internals().readLog;
  l.internals().readLog = &sources;
  const FValue v = lowerCall(l, e);
  l.internals().readLog = before;
  if (before)
    for (const unsigned slot : sources)
      before->insert(slot);
  if (!v)
    return {};
  if (v.shape->kind == Kind::Reference)
    return l.referent(v);
  return e->isGLValue() ? copyForReference(l, v, sources) : l.newVariable(v, "");
}

/// An object whose place is known without reading memory and without effects.
bool isPlainPlace(const clang::Expr *e) {
  e = e->IgnoreParens();
  if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(e))
    return cast->getCastKind() == clang::CK_NoOp && isPlainPlace(cast->getSubExpr());
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(e))
    return llvm::isa<clang::FieldDecl>(member->getMemberDecl()) &&
           (llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()) ||
            (!member->isArrow() && isPlainPlace(member->getBase())));
  return e->isLValue() && llvm::isa<clang::DeclRefExpr>(e);
}

Location choiceLocation(Lowering &l, const clang::ConditionalOperator *e) {
  if (isPlainPlace(e->getTrueExpr()) && isPlainPlace(e->getFalseExpr())) {
    const ir::Value condition = l.condition(e->getCond());
    if (const auto known = l.builder().values.asInt(condition))
      return l.location(*known ? e->getTrueExpr() : e->getFalseExpr());
    Choice choice{condition, l.location(e->getTrueExpr()), l.location(e->getFalseExpr())};
    if (l.failed())
      return {};
    if (choice.yes.shape == choice.no.shape) {
      Location at{choice.yes.shape, {}, {}};
      at.choice = std::make_shared<const Choice>(std::move(choice));
      return at;
    }
    return refuseLocation(l, e, "a choice of objects of different types");
  }
  llvm::DenseSet<unsigned> sources;
  auto *before = l.internals().readLog;
  l.internals().readLog = &sources;
  const FValue v = conditional(l, e);
  l.internals().readLog = before;
  if (before)
    for (const unsigned slot : sources)
      before->insert(slot);
  return copyForReference(l, v, sources);
}

} // namespace

Location Lowering::location(const clang::Expr *e) {
  using clang::Stmt;
  if (failed())
    return {};
  switch (e->getStmtClass()) {
  case Stmt::ParenExprClass: return location(llvm::cast<clang::ParenExpr>(e)->getSubExpr());
  case Stmt::ConstantExprClass: return location(llvm::cast<clang::ConstantExpr>(e)->getSubExpr());
  case Stmt::ExprWithCleanupsClass: return location(llvm::cast<clang::ExprWithCleanups>(e)->getSubExpr());
  case Stmt::CXXBindTemporaryExprClass:
    return endsQuietly(*this, e) ? location(llvm::cast<clang::CXXBindTemporaryExpr>(e)->getSubExpr()) : Location{};
  case Stmt::CXXDefaultArgExprClass: return location(llvm::cast<clang::CXXDefaultArgExpr>(e)->getExpr());
  case Stmt::CXXDefaultInitExprClass: return location(llvm::cast<clang::CXXDefaultInitExpr>(e)->getExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return location(llvm::cast<clang::SubstNonTypeTemplateParmExpr>(e)->getReplacement());
  case Stmt::OpaqueValueExprClass: return location(llvm::cast<clang::OpaqueValueExpr>(e)->getSourceExpr());
  case Stmt::MaterializeTemporaryExprClass:
    return newVariable(value(llvm::cast<clang::MaterializeTemporaryExpr>(e)->getSubExpr()), "");
  case Stmt::DeclRefExprClass: return name(*this, llvm::cast<clang::DeclRefExpr>(e));
  case Stmt::MemberExprClass: return member(*this, llvm::cast<clang::MemberExpr>(e));
  case Stmt::ArraySubscriptExprClass: {
    const auto *subscript = llvm::cast<clang::ArraySubscriptExpr>(e);
    const FValue base = value(subscript->getBase());
    const FValue index = value(subscript->getIdx());
    return base && index ? dereference(*this, base, asIndex(index), e) : Location{};
  }
  case Stmt::UnaryOperatorClass: {
    const auto *unary = llvm::cast<clang::UnaryOperator>(e);
    switch (unary->getOpcode()) {
    case clang::UO_Deref: {
      const FValue pointer = value(unary->getSubExpr());
      return pointer ? dereference(*this, pointer, builder().index(0), e) : Location{};
    }
    case clang::UO_PreInc:
    case clang::UO_PreDec: return lowerIncrement(*this, unary, nullptr);
    case clang::UO_Extension: return location(unary->getSubExpr());
    case clang::UO_Real:
    case clang::UO_Imag:
      if (e->isGLValue())
        return complexPart(*this, unary);
      break;
    default: break;
    }
    return newVariable(value(e), "");
  }
  case Stmt::BinaryOperatorClass: {
    const auto *binary = llvm::cast<clang::BinaryOperator>(e);
    if (binary->getOpcode() == clang::BO_Assign)
      return lowerAssign(*this, binary);
    if (binary->getOpcode() == clang::BO_Comma) {
      value(binary->getLHS());
      return location(binary->getRHS());
    }
    return newVariable(value(e), "");
  }
  case Stmt::CompoundAssignOperatorClass: return lowerCompoundAssign(*this, llvm::cast<clang::CompoundAssignOperator>(e));
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass: return callLocation(*this, llvm::cast<clang::CallExpr>(e));
  case Stmt::ConditionalOperatorClass:
    if (e->isGLValue())
      return choiceLocation(*this, llvm::cast<clang::ConditionalOperator>(e));
    return newVariable(value(e), "");
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXFunctionalCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CXXReinterpretCastExprClass:
    if (e->isGLValue())
      return lowerCastLocation(*this, llvm::cast<clang::CastExpr>(e));
    return newVariable(value(e), "");
  default:
    if (!e->isGLValue())
      return newVariable(value(e), "");
    return refuseLocation(*this, e, std::string("this expression (") + e->getStmtClassName() + ")");
  }
}

} // namespace soac::frontend
