#include "frontend/values/SpecialMembers.h"

#include "frontend/parse/Clang.h"
#include "frontend/values/Types.h"

#include <llvm/ADT/SmallPtrSet.h>

namespace soac::frontend {
namespace {

/// The object that an initialiser or right side copies, without the conversions and copies around it.
const clang::Expr *copied(const clang::Expr *e) {
  for (const clang::Expr *before = nullptr; e != before;) {
    before = e;
    e = e->IgnoreImplicit()->IgnoreParens();
    if (const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(e);
        construct && construct->getConstructor()->isCopyOrMoveConstructor() && construct->getNumArgs() == 1)
      e = construct->getArg(0);
    else if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(e); list && list->getNumInits() == 1)
      e = list->getInit(0);
    else if (const auto *call = llvm::dyn_cast<clang::CallExpr>(e);
             call && call->isCallToStdMove())
      e = call->getArg(0);
  }
  return e;
}

bool isParameter(const clang::Expr *e, const clang::ParmVarDecl *parameter) {
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(e);
  return reference && reference->getDecl() == parameter;
}

/// `other.field`, where `other` is the parameter.
bool isFieldOf(const clang::Expr *e, const clang::ParmVarDecl *parameter, const clang::FieldDecl *field) {
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(copied(e));
  return member && member->getMemberDecl() == field && isParameter(copied(member->getBase()), parameter);
}

std::size_t partsOf(const clang::CXXRecordDecl *record) {
  return record->getNumBases() + static_cast<std::size_t>(std::distance(record->field_begin(), record->field_end()));
}

/// `S(const S &o) : Base(o), a(o.a), b(o.b) {}`
bool isWrittenMemberwise(const clang::CXXConstructorDecl *constructor) {
  const clang::FunctionDecl *definition = nullptr;
  if (!constructor->hasBody(definition) || constructor->getNumParams() != 1)
    return false;
  const auto *body = llvm::dyn_cast<clang::CompoundStmt>(definition->getBody());
  constructor = llvm::cast<clang::CXXConstructorDecl>(definition);
  const clang::ParmVarDecl *other = constructor->getParamDecl(0);
  std::size_t parts = 0;
  for (const clang::CXXCtorInitializer *init : constructor->inits()) {
    const bool isSame = init->isBaseInitializer() ? isParameter(copied(init->getInit()), other)
                                                  : init->isMemberInitializer() && isFieldOf(init->getInit(), other, init->getMember());
    if (!isSame)
      return false;
    ++parts;
  }
  return body && body->body_empty() && parts == partsOf(constructor->getParent());
}

/// Counts `a = o.a;` among the statements; -1 where there is another one than that and `return *this;`.
int memberAssignments(const clang::Stmt *s, const clang::ParmVarDecl *other) {
  if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(s)) {
    int count = 0;
    for (const clang::Stmt *child : compound->body()) {
      const int inside = memberAssignments(child, other);
      if (inside < 0)
        return -1;
      count += inside;
    }
    return count;
  }
  if (const auto *result = llvm::dyn_cast<clang::ReturnStmt>(s)) {
    const auto *object = result->getRetValue() ? llvm::dyn_cast<clang::UnaryOperator>(result->getRetValue()->IgnoreParens()) : nullptr;
    return object && object->getOpcode() == clang::UO_Deref &&
                   llvm::isa<clang::CXXThisExpr>(object->getSubExpr()->IgnoreParenImpCasts())
               ? 0
               : -1;
  }
  const auto *e = llvm::dyn_cast<clang::Expr>(s);
  if (!e)
    return -1;
  e = e->IgnoreImplicit();
  const clang::Expr *left = nullptr, *right = nullptr;
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(e); binary && binary->getOpcode() == clang::BO_Assign) {
    left = binary->getLHS();
    right = binary->getRHS();
  } else if (const auto *call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(e);
             call && call->getOperator() == clang::OO_Equal && call->getNumArgs() == 2) {
    left = call->getArg(0);
    right = call->getArg(1);
  }
  const auto *member = left ? llvm::dyn_cast<clang::MemberExpr>(left->IgnoreParens()) : nullptr;
  const auto *field = member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
  return field && llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()) && isFieldOf(right, other, field) ? 1 : -1;
}

/// `S &operator=(const S &o) { a = o.a; b = o.b; return *this; }`
bool isWrittenMemberwise(const clang::CXXMethodDecl *assignment) {
  const clang::FunctionDecl *definition = nullptr;
  if (!assignment->hasBody(definition) || assignment->getParent()->getNumBases() != 0)
    return false;
  const int count = memberAssignments(definition->getBody(), definition->getParamDecl(0));
  return count >= 0 && static_cast<std::size_t>(count) == partsOf(assignment->getParent());
}

bool constructs(const clang::CXXRecordDecl *record) {
  return llvm::all_of(record->ctors(), [](const clang::CXXConstructorDecl *c) {
    return !c->isCopyOrMoveConstructor() || !c->isUserProvided() || isWrittenMemberwise(c);
  });
}

bool assigns(const clang::CXXRecordDecl *record) {
  return llvm::all_of(record->methods(), [](const clang::CXXMethodDecl *m) {
    return (!m->isCopyAssignmentOperator() && !m->isMoveAssignmentOperator()) || !m->isUserProvided() || isWrittenMemberwise(m);
  });
}

/// A member that ends with the object, which a reference does not.
bool isOwnMember(const clang::Expr *e) {
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(e->IgnoreParenCasts());
  return member && llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()) &&
         llvm::isa<clang::FieldDecl>(member->getMemberDecl()) && !member->getMemberDecl()->getType()->isReferenceType();
}

bool isConstant(const clang::Expr *e) {
  return llvm::isa<clang::CXXNullPtrLiteralExpr, clang::GNUNullExpr, clang::IntegerLiteral>(e->IgnoreParenCasts());
}

/// `member` or `member != nullptr`.
bool asksOwnMember(const clang::Expr *e) {
  const auto *comparison = llvm::dyn_cast<clang::BinaryOperator>(e->IgnoreParenImpCasts());
  return comparison && comparison->isComparisonOp()
             ? isOwnMember(comparison->getLHS()) && isConstant(comparison->getRHS())
             : isOwnMember(e);
}

bool givesBack(const clang::CXXDeleteExpr *e) {
  const clang::FunctionDecl *how = e->getOperatorDelete();
  return e->isArrayForm() && isOwnMember(e->getArgument()) && (!how || how->isReplaceableGlobalAllocationFunction()) &&
         !hasEffectAtEnd(e->getDestroyedType());
}

bool givesBack(const clang::CallExpr *e) {
  const clang::FunctionDecl *callee = e->getDirectCallee();
  const bool isFree =
      callee && callee->getIdentifier() && callee->getName() == "free" && !llvm::isa<clang::CXXMethodDecl>(callee);
  return isFree && e->getNumArgs() == 1 && isOwnMember(e->getArg(0));
}

/// Memory behind the object's members is given back, and they get constants, which nobody sees: the object ends.
bool onlyGivesBack(const clang::Stmt *s) {
  if (!s || llvm::isa<clang::NullStmt>(s))
    return true;
  if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(s))
    return llvm::all_of(compound->body(), onlyGivesBack);
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(s))
    return !branch->getInit() && !branch->getConditionVariable() && asksOwnMember(branch->getCond()) &&
           onlyGivesBack(branch->getThen()) && onlyGivesBack(branch->getElse());
  const auto *e = llvm::dyn_cast<clang::Expr>(s);
  e = e ? e->IgnoreParenCasts() : nullptr;
  if (const auto *released = llvm::dyn_cast_or_null<clang::CXXDeleteExpr>(e))
    return givesBack(released);
  if (const auto *call = llvm::dyn_cast_or_null<clang::CallExpr>(e))
    return givesBack(call);
  const auto *assignment = llvm::dyn_cast_or_null<clang::BinaryOperator>(e);
  return assignment && assignment->getOpcode() == clang::BO_Assign && isOwnMember(assignment->getLHS()) &&
         isConstant(assignment->getRHS());
}

bool ends(const clang::CXXRecordDecl *record) {
  const clang::CXXDestructorDecl *destructor = record->getDestructor();
  const clang::FunctionDecl *definition = nullptr;
  return !destructor || !destructor->isUserProvided() ||
         (destructor->hasBody(definition) && onlyGivesBack(definition->getBody()));
}

using Classes = llvm::SmallPtrSet<const clang::CXXRecordDecl *, 8>;

/// True where `holds` does for the class and for every part of its objects. Of the standard library's and soac's classes
/// only the elements are asked: the lowering knows what those do.
bool everyPart(clang::QualType type, bool (*holds)(const clang::CXXRecordDecl *), Classes &seen) {
  const clang::CXXRecordDecl *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (type->isReferenceType() || type->isPointerType() || !record || !record->hasDefinition())
    return true;
  record = record->getDefinition();
  if (!seen.insert(record).second)
    return true;
  const auto isFine = [&](clang::QualType part) { return everyPart(part, holds, seen); };
  const LibraryClass library = libraryClassOf(record);
  if (isContainer(library) || record->isInStdNamespace()) {
    const auto *special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    if (!special || isView(library))
      return true;
    const auto holdsForArgument = [&](const clang::TemplateArgument &argument) {
      return argument.getKind() != clang::TemplateArgument::Type || isFine(argument.getAsType());
    };
    return llvm::all_of(special->getTemplateArgs().asArray(), [&](const clang::TemplateArgument &argument) {
      return argument.getKind() == clang::TemplateArgument::Pack
                 ? llvm::all_of(argument.pack_elements(), holdsForArgument)
                 : holdsForArgument(argument);
    });
  }
  return holds(record) && llvm::all_of(record->fields(), [&](const clang::FieldDecl *f) { return isFine(f->getType()); }) &&
         llvm::all_of(record->bases(), [&](const clang::CXXBaseSpecifier &b) { return isFine(b.getType()); });
}

bool everyPart(clang::QualType type, bool (*holds)(const clang::CXXRecordDecl *)) {
  Classes seen;
  return everyPart(type, holds, seen);
}

} // namespace

bool constructsByLeaves(clang::QualType type) { return everyPart(type, constructs); }
bool assignsByLeaves(clang::QualType type) { return everyPart(type, assigns); }
bool hasEffectAtEnd(clang::QualType type) { return !everyPart(type, ends); }

} // namespace soac::frontend
