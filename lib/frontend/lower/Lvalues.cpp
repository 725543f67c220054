// Lvalues: the location that each kind of AST node refers to. A choice between places that are known without effects is
// a choice of locations; any other one is a copy that is only read.
#include "frontend/library/Library.h"
#include "frontend/lower/Arithmetic.h"
#include "frontend/lower/Callables.h"
#include "frontend/lower/Calls.h"
#include "frontend/lower/Casts.h"
#include "frontend/lower/Constants.h"
#include "frontend/lower/Exits.h"
#include "frontend/lower/Expressions.h"
#include "frontend/lower/Lower.h"
#include "frontend/lower/Pointers.h"
#include "frontend/lower/Records.h"
#include "frontend/state/LoweringState.h"
#include "frontend/state/Variables.h"

namespace soac::frontend {

using Kind = Layout::Kind;

namespace {

Location refuseLocation(Lowering &l, const clang::Expr *e, const std::string &what) {
  l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(), {what});
  return {};
}

Location captured(Lowering &l, const Location &closure, const clang::FieldDecl *field, const clang::Expr *e) {
  unsigned index = 0;
  if (!fieldIndex(closure.layout, field, index))
    return refuseLocation(l, e, "this capture");
  const Location at = l.field(closure, index);
  return at && at.layout->kind == Kind::Reference ? l.referent(l.read(at, e)) : at;
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
      if (at && at->layout->kind == Kind::Array) // std::array
        return l.element(*at, {l.builder().index(position)});
      if (at && at->layout->kind == Kind::Record && static_cast<std::size_t>(position) < at->layout->fields.size()) {
        const Location field = l.field(*at, static_cast<unsigned>(position));
        return field.layout->kind == Kind::Reference ? l.referent(l.read(field, e)) : field;
      }
    } else if (binding->getBinding()) {
      return l.location(binding->getBinding());
    }
    return refuseLocation(l, e, "this structured binding");
  }
  if (const auto *parameter = llvm::dyn_cast<clang::TemplateParamObjectDecl>(decl)) {
    const Layout *layout = l.types.of(parameter->getType());
    if (layout->leaves.empty())
      return l.newVariable(FValue{layout, {}}, "");
    return refuseLocation(l, e, "a template argument with members");
  }
  if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
    if (variable->getType().isVolatileQualified()) {
      l.refuse(diag::Id::Volatile, e->getSourceRange(), {variable->getNameAsString()});
      return {};
    }
    // A lambda does not capture constexpr variables.
    if (variable->hasGlobalStorage() || variable->isConstexpr())
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
  if (!field || !fieldIndex(object.layout, field, index))
    return refuseLocation(l, e, "the member '" + e->getMemberDecl()->getNameAsString() + "' of this type");
  const Location at = l.field(object, index);
  if (at && at.layout->kind == Kind::Unsupported) {
    l.refuse(diag::Id::UnsupportedType, e->getSourceRange(),
             {e->getType().getAsString(l.types.context.getPrintingPolicy()), at.layout->reason},
             {"the member '" + field->getNameAsString() + "' is used here"});
    return {};
  }
  return at && at.layout->kind == Kind::Reference ? l.referent(l.read(at, e)) : at;
}

/// A reference that a function returned, or a copy where it returned a value made of its arguments.
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
  if (v.layout->kind == Kind::Reference)
    return l.referent(v);
  return e->isGLValue() ? copyForReference(l, v, sources) : l.newVariable(v, "");
}

/// Reads nothing but variables and members, and cannot fail.
bool isHarmless(const clang::Expr *e) {
  e = e->IgnoreParens();
  if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(e))
    return isHarmless(cast->getSubExpr());
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(e))
    return !binary->isAssignmentOp() && binary->getOpcode() != clang::BO_Div && binary->getOpcode() != clang::BO_Rem &&
           isHarmless(binary->getLHS()) && isHarmless(binary->getRHS());
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(e))
    return llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()) ||
           (!member->isArrow() && isHarmless(member->getBase()));
  return llvm::isa<clang::DeclRefExpr, clang::IntegerLiteral, clang::FloatingLiteral, clang::CXXBoolLiteralExpr>(e);
}

/// An object whose place is known without reading memory and without effects.
bool isPlainPlace(const clang::Expr *e) {
  e = e->IgnoreParens();
  if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(e))
    return e->isLValue() && isHarmless(choice->getCond()) && isPlainPlace(choice->getTrueExpr()) &&
           isPlainPlace(choice->getFalseExpr());
  if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(e))
    return cast->getCastKind() == clang::CK_NoOp && isPlainPlace(cast->getSubExpr());
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(e))
    return llvm::isa<clang::FieldDecl>(member->getMemberDecl()) &&
           (llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()) ||
            (!member->isArrow() && isPlainPlace(member->getBase())));
  return e->isLValue() && llvm::isa<clang::DeclRefExpr>(e);
}

Location choiceLocation(Lowering &l, const clang::ConditionalOperator *e) {
  if (const clang::Expr *remaining = remainingSide(l, e))
    return l.location(remaining);
  if (isPlainPlace(e->getTrueExpr()) && isPlainPlace(e->getFalseExpr())) {
    if (!evaluateOnce(l, e))
      return {};
    const ir::Value condition = l.condition(e->getCond());
    if (const auto known = l.builder().values.asInt(condition))
      return l.location(*known ? e->getTrueExpr() : e->getFalseExpr());
    Choice choice{condition, l.location(e->getTrueExpr()), l.location(e->getFalseExpr())};
    if (l.failed())
      return {};
    if (choice.yes.layout == choice.no.layout) {
      Location at{choice.yes.layout, {}, {}};
      at.choice = std::make_shared<const Choice>(std::move(choice));
      return at;
    }
    return refuseLocation(l, e, "a choice of objects of different types");
  }
  llvm::DenseSet<unsigned> sources;
  auto *before = l.internals().readLog;
  l.internals().readLog = &sources;
  const FValue v = l.value(e);
  l.internals().readLog = before;
  if (before)
    for (const unsigned slot : sources)
      before->insert(slot);
  return copyForReference(l, v, sources);
}

Location subscripted(Lowering &l, const clang::ArraySubscriptExpr *e) {
  if (const clang::Expr *array = decayed(e->getBase())) {
    const Location at = l.location(array);
    const FValue index = l.value(e->getIdx());
    if (l.failed() || (at && at.layout->kind == Kind::Array && at.layout->rank == 1))
      return index && at ? l.element(at, {l.asIndex(index)}) : Location{};
  }
  const FValue base = l.value(e->getBase());
  const FValue index = l.value(e->getIdx());
  return base && index ? dereference(l, base, l.asIndex(index), e) : Location{};
}

Location unaryLocation(Lowering &l, const clang::UnaryOperator *e) {
  switch (e->getOpcode()) {
  case clang::UO_Deref: {
    const FValue pointer = l.value(e->getSubExpr());
    return pointer ? dereference(l, pointer, l.builder().index(0), e) : Location{};
  }
  case clang::UO_PreInc:
  case clang::UO_PreDec: return lowerIncrement(l, e, nullptr);
  case clang::UO_Extension: return l.location(e->getSubExpr());
  case clang::UO_Real:
  case clang::UO_Imag:
    if (e->isGLValue())
      return complexPart(l, e);
    break;
  default: break;
  }
  return l.newVariable(l.copy(e), "");
}

Location binaryLocation(Lowering &l, const clang::BinaryOperator *e) {
  if (e->getOpcode() == clang::BO_Assign)
    return lowerAssign(l, e);
  if (e->isPtrMemOp())
    return memberThrough(l, e);
  if (e->getOpcode() == clang::BO_Comma) {
    l.value(e->getLHS());
    return l.location(e->getRHS());
  }
  return l.newVariable(l.copy(e), "");
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
  case Stmt::CXXDefaultArgExprClass: {
    FreshEvaluations use(state->evaluations);
    return location(llvm::cast<clang::CXXDefaultArgExpr>(e)->getExpr());
  }
  case Stmt::CXXDefaultInitExprClass: {
    FreshEvaluations use(state->evaluations);
    return location(llvm::cast<clang::CXXDefaultInitExpr>(e)->getExpr());
  }
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return location(llvm::cast<clang::SubstNonTypeTemplateParmExpr>(e)->getReplacement());
  case Stmt::OpaqueValueExprClass: return location(llvm::cast<clang::OpaqueValueExpr>(e)->getSourceExpr());
  case Stmt::MaterializeTemporaryExprClass:
    return newVariable(copy(llvm::cast<clang::MaterializeTemporaryExpr>(e)->getSubExpr()), "");
  case Stmt::DeclRefExprClass: return name(*this, llvm::cast<clang::DeclRefExpr>(e));
  case Stmt::StringLiteralClass: return stringTable(*this, llvm::cast<clang::StringLiteral>(e));
  case Stmt::MemberExprClass: return member(*this, llvm::cast<clang::MemberExpr>(e));
  case Stmt::ArraySubscriptExprClass: return subscripted(*this, llvm::cast<clang::ArraySubscriptExpr>(e));
  case Stmt::UnaryOperatorClass: return unaryLocation(*this, llvm::cast<clang::UnaryOperator>(e));
  case Stmt::BinaryOperatorClass: return binaryLocation(*this, llvm::cast<clang::BinaryOperator>(e));
  case Stmt::CompoundAssignOperatorClass: return lowerCompoundAssign(*this, llvm::cast<clang::CompoundAssignOperator>(e));
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass: return callLocation(*this, llvm::cast<clang::CallExpr>(e));
  case Stmt::ConditionalOperatorClass:
    if (e->isGLValue())
      return choiceLocation(*this, llvm::cast<clang::ConditionalOperator>(e));
    return newVariable(copy(e), "");
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXFunctionalCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CXXReinterpretCastExprClass:
    if (e->isGLValue())
      return lowerCastLocation(*this, llvm::cast<clang::CastExpr>(e));
    return newVariable(copy(e), "");
  default:
    if (!e->isGLValue())
      return newVariable(copy(e), "");
    return refuseLocation(*this, e, std::string("this expression (") + e->getStmtClassName() + ")");
  }
}

} // namespace soac::frontend
