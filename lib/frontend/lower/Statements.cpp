// Statements, in sequence, and declarations.
#include "frontend/lower/Statements.h"

#include "frontend/loops/Loops.h"
#include "frontend/lower/Callables.h"
#include "frontend/lower/Constructors.h"
#include "frontend/lower/ControlFlow.h"
#include "frontend/lower/IntegerCalls.h"
#include "frontend/lower/Lower.h"
#include "frontend/lower/Output.h"
#include "frontend/state/Flags.h"
#include "frontend/state/Lowering.h"
#include "frontend/state/LoweringState.h"
#include "frontend/state/Variables.h"
#include "frontend/values/SpecialMembers.h"

namespace soac::frontend {

using Kind = Layout::Kind;

namespace {

void lowerReturn(Lowering &l, const clang::ReturnStmt *s) {
  Frame &frame = l.internals().frame();
  if (const clang::Expr *e = s->getRetValue()) {
    if (frame.result && frame.result.layout->kind == Kind::Reference) {
      l.write(frame.result, l.reference(l.location(e), frame.result.layout), e);
    } else if (frame.result) {
      // A variable that is the result itself is not copied.
      const clang::VarDecl *same = s->getNRVOCandidate();
      const bool isSame = same && same->isNRVOVariable() && !constructsByLeaves(same->getType());
      FValue v = isSame ? l.copy(l.variable(same).value_or(Location{}), e) : l.copy(e);
      if (v && v.layout != frame.result.layout)
        v = convertTo(l, v, frame.result.layout, e);
      l.write(frame.result, v, e);
    } else {
      l.value(e);
    }
  }
  setFlag(l, frame.returned, true);
}

void lowerJump(Lowering &l, const clang::Stmt *s) {
  Frame &frame = l.internals().frame();
  const bool isBreak = llvm::isa<clang::BreakStmt>(s);
  for (std::size_t i = frame.jumps.size(); i-- > 0;) {
    if (!isBreak && frame.jumps[i].isSwitch)
      continue;
    setFlag(l, isBreak ? frame.jumps[i].broken : frame.jumps[i].continued, true);
    return;
  }
}

void refuseStatement(Lowering &l, const clang::Stmt *s, const std::string &what) {
  l.refuse(diag::Id::UnsupportedStatement, s->getSourceRange(), {what});
}

/// A call of an integer function whose body is not visible is for what it returns: false, and refused, where that is not
/// used.
bool usesResult(Lowering &l, const clang::Expr *e) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(e->IgnoreParenImpCasts());
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (callee && !callee->hasBody() && !l.internals().withRules && isCalledAsItIs(l.types, callee))
    l.refuse(diag::Id::OpaqueCall, e->getSourceRange(), {callee->getQualifiedNameAsString()},
             {"what it returns is not used, so it is called for an effect"});
  return !l.failed();
}

} // namespace

static void lowerEach(Lowering &l, llvm::ArrayRef<const clang::Stmt *> statements) {
  for (std::size_t i = 0; i < statements.size() && !l.internals().isStopped; ++i) {
    l.recover();
    const Jumped state = jumped(l);
    if (state.known == true)
      return;
    const auto rest = statements.drop_front(i);
    if (!state.known)
      return guarded(l, [&] { lowerSequence(l, rest); });
    const clang::Stmt *s = statements[i];
    if (const auto *choice = llvm::dyn_cast<clang::IfStmt>(s)) {
      setLocation(l, s->getBeginLoc());
      if (lowerIf(l, choice, rest.drop_front()))
        return;
      continue;
    }
    lowerStatement(l, s);
  }
}

void lowerSequence(Lowering &l, llvm::ArrayRef<const clang::Stmt *> statements) {
  lowerEach(l, statements);
  l.recover();
}

/// A variable whose declaration is refused exists all the same for the statements behind.
static void declare(Lowering &l, const clang::Decl *d) {
  lowerDeclaration(l, d);
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(d);
  if (!l.failed() || !variable)
    return;
  const FValue any = standIn(l, l.types.ofObject(variable->getType()));
  auto &variables = l.internals().frame().variables;
  if (any && !any.leaves.empty())
    variables.try_emplace(llvm::cast<clang::ValueDecl>(variable->getCanonicalDecl()), l.newVariable(any, ""));
}

void lowerStatement(Lowering &l, const clang::Stmt *s) {
  using clang::Stmt;
  if (!s || l.failed() || l.internals().isStopped)
    return;
  setLocation(l, s->getBeginLoc());
  if (const auto *e = llvm::dyn_cast<clang::Expr>(s)) {
    if (!usesResult(l, e))
      return;
    VariableScope temporaries(l);
    if (dropsOutput(l, e))
      return lowerDroppedOutput(l, e);
    if (e->isGLValue() && !e->getType()->isFunctionType() && !llvm::isa<clang::ConditionalOperator>(e->IgnoreParens()))
      l.location(e);
    else
      l.value(e);
    return;
  }
  if (const auto *directive = llvm::dyn_cast<clang::OMPExecutableDirective>(s))
    return lowerDirective(l, directive);
  switch (s->getStmtClass()) {
  case Stmt::NullStmtClass: return;
  case Stmt::CompoundStmtClass: {
    VariableScope scope(l);
    const auto *compound = llvm::cast<clang::CompoundStmt>(s);
    return lowerSequence(l, llvm::ArrayRef(compound->body_begin(), compound->size()));
  }
  case Stmt::DeclStmtClass:
    for (const clang::Decl *d : llvm::cast<clang::DeclStmt>(s)->decls())
      declare(l, d);
    return;
  case Stmt::IfStmtClass: {
    VariableScope scope(l);
    lowerIf(l, llvm::cast<clang::IfStmt>(s), {});
    return;
  }
  case Stmt::SwitchStmtClass: return lowerSwitch(l, llvm::cast<clang::SwitchStmt>(s));
  case Stmt::ForStmtClass:
  case Stmt::WhileStmtClass:
  case Stmt::DoStmtClass: return lowerLoop(l, s);
  case Stmt::CXXForRangeStmtClass: return lowerRangeFor(l, llvm::cast<clang::CXXForRangeStmt>(s));
  case Stmt::ReturnStmtClass: return lowerReturn(l, llvm::cast<clang::ReturnStmt>(s));
  case Stmt::BreakStmtClass:
  case Stmt::ContinueStmtClass: return lowerJump(l, s);
  case Stmt::AttributedStmtClass: return lowerStatement(l, llvm::cast<clang::AttributedStmt>(s)->getSubStmt());
  case Stmt::LabelStmtClass: return lowerStatement(l, llvm::cast<clang::LabelStmt>(s)->getSubStmt());
  case Stmt::GotoStmtClass:
  case Stmt::IndirectGotoStmtClass:
    l.refuse(diag::Id::Goto, s->getSourceRange(), {}, {"write it as a loop or as an early return"});
    return;
  case Stmt::GCCAsmStmtClass:
  case Stmt::MSAsmStmtClass: l.refuse(diag::Id::InlineAsm, s->getSourceRange()); return;
  case Stmt::CXXTryStmtClass: l.refuse(diag::Id::Exception, s->getSourceRange(), {"try"}); return;
  case Stmt::CoroutineBodyStmtClass:
  case Stmt::CoreturnStmtClass: l.refuse(diag::Id::Coroutine, s->getSourceRange()); return;
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass: return refuseStatement(l, s, "a case label here");
  default: return refuseStatement(l, s, std::string("this statement (") + s->getStmtClassName() + ")");
  }
}

void lowerDeclaration(Lowering &l, const clang::Decl *d) {
  if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(d))
    return lowerVariable(l, variable);
  if (llvm::isa<clang::TypeDecl, clang::UsingDecl, clang::UsingDirectiveDecl, clang::NamespaceAliasDecl,
                clang::StaticAssertDecl, clang::EmptyDecl, clang::UsingEnumDecl, clang::UsingShadowDecl,
                clang::FunctionDecl>(d))
    return;
  l.refuse(diag::Id::UnsupportedStatement, d->getSourceRange(), {"this declaration"});
}

namespace {

bool refuseVariable(Lowering &l, const clang::VarDecl *d, const Layout *layout) {
  const clang::QualType type = d->getType();
  const std::string name = d->getNameAsString();
  const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (type.getNonReferenceType().isVolatileQualified())
    l.refuse(diag::Id::Volatile, d->getSourceRange(), {name});
  else if (type->isSpecificBuiltinType(clang::BuiltinType::LongDouble))
    l.refuse(diag::Id::LongDouble, d->getSourceRange(), {name});
  else if (record && record->isUnion())
    l.refuse(diag::Id::Union, d->getSourceRange(), {record->getIdentifier() ? record->getNameAsString() : name});
  else if (layout->kind == Kind::Unsupported)
    l.refuse(diag::Id::UnsupportedType, d->getSourceRange(), {type.getAsString(), layout->reason});
  else if (!type->isReferenceType() && hasEffectAtEnd(type))
    l.refuse(diag::Id::UnsupportedType, d->getSourceRange(), {type.getAsString(), "it has a destructor of its own"});
  return l.failed();
}

/// Memory of operators' calls (`soac::with(workspace)`) is no value.
bool isWorkspace(const clang::VarDecl *d) {
  const clang::CXXRecordDecl *record = d->getType()->getAsCXXRecordDecl();
  return record && record->getQualifiedNameAsString() == "soac::workspace";
}

} // namespace

void lowerVariable(Lowering &l, const clang::VarDecl *d) {
  if (d->hasGlobalStorage() || isFunctionTable(d) || isWorkspace(d))
    return; // const ones are made where they are used, others refused there
  setLocation(l, d->getLocation());
  const clang::QualType type = d->getType();
  const Layout *layout = l.types.of(type);
  if (isText(type) && !type->isReferenceType())
    return declareText(l, d);
  if (refuseVariable(l, d, layout))
    return;
  if (d->hasAttr<clang::CleanupAttr>()) {
    l.refuse(diag::Id::UnsupportedStatement, d->getSourceRange(), {"a variable with a cleanup function"});
    return;
  }
  auto &variables = l.internals().frame().variables;
  const auto *key = llvm::cast<clang::ValueDecl>(d->getCanonicalDecl());
  const clang::Expr *init = d->getInit();
  if (type->isReferenceType() && layout->kind != Kind::Function) {
    const Location at = init ? l.location(init) : Location{};
    if (at)
      variables[key] = at;
    return;
  }
  const std::string name = d->getIdentifier() ? d->getName().str() : "";
  const auto *construct = init ? llvm::dyn_cast<clang::CXXConstructExpr>(init->IgnoreImplicit()) : nullptr;
  const bool isUninitialised =
      !init || (construct && construct->getConstructor()->isTrivial() &&
                construct->getConstructor()->isDefaultConstructor() && !construct->requiresZeroInitialization());
  if (isUninitialised) {
    const Location at = l.newVariable(layout, name);
    if (at)
      variables[key] = at;
    return;
  }
  Location at;
  if (construct && isUserRecord(layout) && l.types.of(construct->getType()) == layout) {
    at = l.newVariable(layout, name); // in place: members that the constructor leaves unwritten stay so
    constructInto(l, at, construct);
  } else {
    FValue v = l.copy(init);
    if (v && v.layout != layout)
      v = convertTo(l, v, layout, init);
    at = l.newVariable(v, name);
  }
  if (!at || l.failed())
    return;
  for (const unsigned slot : at.slots) {
    const ir::Value leaf = l.internals().slots[slot].leaf.value;
    l.internals().slots[slot].isEmptyArray =
        leaf && l.builder().type(leaf).isArray() && !l.internals().infos[slot].isStaticShape &&
        construct && construct->getNumArgs() == 0;
  }
  variables[key] = at;
}

} // namespace soac::frontend
