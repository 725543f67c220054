#include "frontend/requests/Requests.h"

#include "frontend/parse/AstVisitor.h"
#include "frontend/parse/Places.h"
#include "frontend/parse/SourceText.h"

#include <clang/AST/ExprCXX.h>

#include <llvm/ADT/StringSwitch.h>

namespace soac::frontend {
namespace {

/// The operator of soac::jvp_t and the like, by name.
std::optional<OperatorKind> kindByName(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<OperatorKind>>(name)
#define SOAC_OPERATOR(Kind, name, ...) .Case(name "_t", OperatorKind::Kind)
#include "frontend/requests/Operators.def"
      .Default(std::nullopt);
}

bool isInNamespace(const clang::Decl *decl, llvm::StringRef name) {
  const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(decl->getDeclContext()->getRedeclContext());
  return space && space->getName() == name && space->getParent()->getRedeclContext()->isTranslationUnit();
}

const clang::ClassTemplateSpecializationDecl *librarySpecialisation(const clang::CXXRecordDecl *type) {
  const auto *specialisation = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type);
  return specialisation && isInNamespace(specialisation, "soac") ? specialisation : nullptr;
}

/// The positions in soac::wrt<..>.
bool readWrt(clang::QualType type, llvm::SmallVectorImpl<unsigned> &positions) {
  if (type.isNull())
    return false;
  const auto *record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!record || record->getName() != "wrt")
    return false;
  for (const clang::TemplateArgument &position : record->getTemplateArgs()[0].pack_elements())
    positions.push_back(static_cast<unsigned>(position.getAsIntegral().getZExtValue()));
  return true;
}

/// soac::detail::request<F, Wrt> of soac::jvp_t<F, Wrt> and the like: the types that the library has computed for them.
const clang::CXXRecordDecl *requestOf(const clang::ClassTemplateSpecializationDecl *type) {
  const clang::TemplateArgumentList &arguments = type->getTemplateArgs();
  clang::ASTContext &context = type->getASTContext();
  const auto find = [&](const clang::DeclContext *in, llvm::StringRef name) {
    return in->lookup(&context.Idents.get(name));
  };
  for (const clang::NamedDecl *space : find(type->getDeclContext()->getRedeclContext(), "detail"))
    for (const clang::NamedDecl *found : find(llvm::cast<clang::NamespaceDecl>(space), "request"))
      for (const auto *request : llvm::cast<clang::ClassTemplateDecl>(found)->specializations()) {
        const clang::TemplateArgumentList &given = request->getTemplateArgs();
        if (given[0].structurallyEquals(arguments[0]) && given[1].structurallyEquals(arguments[1]))
          return request;
      }
  return nullptr;
}

clang::QualType memberType(const clang::CXXRecordDecl *record, llvm::StringRef name) {
  for (const clang::NamedDecl *member : record->lookup(&record->getASTContext().Idents.get(name)))
    if (const auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(member))
      return alias->getUnderlyingType();
  return {};
}

const clang::CXXMethodDecl *callOperator(const clang::CXXRecordDecl *record) {
  const auto name = record->getASTContext().DeclarationNames.getCXXOperatorName(clang::OO_Call);
  for (const clang::NamedDecl *found : record->lookup(name))
    if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(found))
      return method;
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (const clang::CXXRecordDecl *b = base.getType()->getAsCXXRecordDecl(); b && b->hasDefinition())
      if (const clang::CXXMethodDecl *method = callOperator(b->getDefinition()))
        return method;
  return nullptr;
}

std::optional<Callee> readCallee(const clang::TemplateArgument &argument) {
  Callee callee;
  const clang::APValue *value = nullptr;
  clang::QualType type;
  if (argument.getKind() == clang::TemplateArgument::Declaration) {
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(argument.getAsDecl())) {
      callee.function = function;
      return callee;
    }
    if (const auto *object = llvm::dyn_cast<clang::TemplateParamObjectDecl>(argument.getAsDecl())) {
      type = object->getType();
      value = &object->getValue();
    }
  } else if (argument.getKind() == clang::TemplateArgument::StructuralValue) {
    type = argument.getStructuralValueType();
    value = &argument.getAsStructuralValue();
  }
  if (type.isNull() || !type->getAsCXXRecordDecl())
    return std::nullopt;
  if (std::optional<Operator> inner = operatorOf(type->getAsCXXRecordDecl())) {
    callee.inner = std::make_shared<Operator>(std::move(*inner));
    return callee;
  }
  callee.object = type.getCanonicalType().getUnqualifiedType();
  callee.value = value;
  callee.function = callOperator(type->getAsCXXRecordDecl()->getDefinition());
  return callee.function ? std::optional(callee) : std::nullopt;
}

/// The variable that an argument passes as a whole: x, &x, x.data(), a view made of x.
const clang::ValueDecl *variableOf(const clang::Expr *argument) {
  for (const clang::Expr *before = nullptr; argument != before;) {
    before = argument;
    argument = argument->IgnoreParenImpCasts();
    if (const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(argument); made && made->getNumArgs() > 0)
      argument = made->getArg(0);
    else if (const auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(argument))
      argument = temporary->getSubExpr();
    else if (const auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(argument))
      argument = bound->getSubExpr();
    else if (const auto *cleanups = llvm::dyn_cast<clang::ExprWithCleanups>(argument))
      argument = cleanups->getSubExpr();
    else if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(argument);
             unary && unary->getOpcode() == clang::UO_AddrOf)
      argument = unary->getSubExpr();
    else if (const auto *member = llvm::dyn_cast<clang::CXXMemberCallExpr>(argument);
             member && member->getMethodDecl() && member->getMethodDecl()->getDeclName().isIdentifier() &&
             member->getMethodDecl()->getName() == "data")
      argument = member->getImplicitObjectArgument();
  }
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(argument);
  return reference ? reference->getDecl() : nullptr;
}

/// The type of the elements of a parameter that borrows memory; null for a value.
clang::QualType borrowed(clang::QualType parameter) {
  if (parameter->isReferenceType() || parameter->isPointerType())
    return parameter->getPointeeType();
  const auto *record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(parameter->getAsCXXRecordDecl());
  if (record && (record->getName() == "view" || record->getName() == "span"))
    return record->getTemplateArgs()[0].getAsType();
  return {};
}
bool borrows(clang::QualType parameter) { return !borrowed(parameter).isNull(); }
bool writes(clang::QualType parameter) { return borrows(parameter) && !borrowed(parameter).isConstQualified(); }

class Finder : public AstVisitor {
public:
  Finder(Parsed &parsed, diag::Engine &engine, Requests &requests)
      // An operator that is only the template argument F of another operator is not a request of its own.
      : AstVisitor({.instantiations = true, .implicitCode = true, .templateArguments = false}), parsed(parsed),
        sources(parsed.context.getSourceManager()), engine(engine), requests(requests) {}

  bool enter(clang::Decl *decl) override {
    if (!decl)
      return true;
    if (inside)
      return traverseInto(decl);
    if (llvm::isa<clang::TranslationUnitDecl, clang::NamespaceDecl, clang::LinkageSpecDecl>(decl)) {
      const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(decl);
      if (space && (space->isStdNamespace() || (space->getName() == "soac" && space->getDeclContext()->getRedeclContext()->isTranslationUnit())))
        return true;
      return traverseMembers(llvm::cast<clang::DeclContext>(decl));
    }
    const clang::SourceLocation at = sources.getExpansionLoc(decl->getLocation());
    const bool isHere = isInSource(decl);
    if (!isHere && (at.isInvalid() || sources.isInSystemHeader(at)))
      return true;
    if (!isHere && llvm::isa<clang::CXXRecordDecl>(decl))
      return traverseMembers(llvm::cast<clang::DeclContext>(decl));
    if (!isHere && !llvm::isa<clang::TemplateDecl>(decl))
      return true;
    inside = true;
    const bool goesOn = traverseInto(decl);
    inside = false;
    return goesOn;
  }
  bool visitStmt(clang::Stmt *statement) override {
    if (const auto *e = llvm::dyn_cast<clang::Expr>(statement))
      note(e->getType(), e->getSourceRange());
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(statement))
      checkAliasing(call);
    return true;
  }
  bool visitDecl(clang::Decl *decl) override {
    if (const auto *name = llvm::dyn_cast<clang::TypedefNameDecl>(decl))
      note(name->getUnderlyingType(), name->getSourceRange());
    return true;
  }

private:
  bool traverseMembers(clang::DeclContext *context) {
    for (clang::Decl *member : context->decls())
      if (!enter(member))
        return false;
    return true;
  }

  void note(clang::QualType type, clang::SourceRange place) {
    if (type.isNull() || type->isDependentType())
      return;
    const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
    const auto *specialisation = librarySpecialisation(record);
    if (!specialisation || !seen.insert(specialisation->getCanonicalDecl()).second)
      return;
    if (std::optional<Operator> op = operatorOf(specialisation)) {
      op->place = place;
      requests.operators.push_back(std::move(*op));
    }
  }

  /// A plain derivative may not be given one variable twice when it writes to one of the two parameters. Where it writes to
  /// both, they may be sums, which may share an object; aliasing of other parameters is found at run time.
  void checkAliasing(const clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (!callee || !sources.getFilename(callee->getLocation()).ends_with(".soac.hpp"))
      return;
    const unsigned count = std::min(call->getNumArgs(), callee->getNumParams());
    for (unsigned i = 0; i < count; ++i)
      for (unsigned j = 0; j < i; ++j) {
        const clang::ValueDecl *variable = variableOf(call->getArg(i));
        if (!variable || variable != variableOf(call->getArg(j)))
          continue;
        const clang::ParmVarDecl *one = callee->getParamDecl(j), *other = callee->getParamDecl(i);
        if (borrows(one->getType()) && borrows(other->getType()) && writes(one->getType()) != writes(other->getType()))
          engine.report(diag::Id::Aliasing, placeOf(call->getSourceRange(), sources, parsed.context.getLangOpts()),
                        {one->getNameAsString(), other->getNameAsString()});
      }
  }

  Parsed &parsed;
  clang::SourceManager &sources;
  diag::Engine &engine;
  Requests &requests;
  bool inside = false;
  llvm::DenseSet<const clang::Decl *> seen;
};

/// Instantiations of a template with the same parameters and result: their plain functions would be one and the same.
bool haveOneSignature(const clang::FunctionDecl *a, const clang::FunctionDecl *b) {
  return a != b && a->getPrimaryTemplate() && a->getPrimaryTemplate() == b->getPrimaryTemplate() &&
         a->getType().getCanonicalType() == b->getType().getCanonicalType();
}

/// Leaves out functions whose plain derivatives could not be told apart.
void refuseAmbiguous(Requests &requests, const clang::ASTContext &context, diag::Engine &engine) {
  const std::vector<PlainRequest> all = requests.plain;
  llvm::erase_if(requests.plain, [&](const PlainRequest &request) {
    const bool isAmbiguous = llvm::any_of(
        all, [&](const PlainRequest &other) { return haveOneSignature(request.function, other.function); });
    if (isAmbiguous)
      engine.report(diag::Id::NotDifferentiable,
                    placeOf(request.place, context.getSourceManager(), context.getLangOpts()),
                    {request.function->getNameAsString(),
                     "this file makes several instances of the template with the same parameters and result, whose plain "
                     "derivatives would be one function; operators can name each"});
    return isAmbiguous;
  });
}

} // namespace

const OperatorRow &rowOf(OperatorKind kind) {
  static constexpr OperatorRow rows[] = {
#define SOAC_OPERATOR(Kind, name, takes, givesValue, mode, method)                                                     \
  {name, OperatorRow::Takes::takes, givesValue, ir::Mode::mode, OperatorRow::Method::method},
#include "frontend/requests/Operators.def"
  };
  return rows[static_cast<std::size_t>(kind)];
}

std::optional<Operator> operatorOf(const clang::CXXRecordDecl *record) {
  const auto *type = librarySpecialisation(record);
  const std::optional<OperatorKind> kind = type ? kindByName(type->getName()) : std::nullopt;
  if (!kind || !type->hasDefinition())
    return std::nullopt;
  type = llvm::cast<clang::ClassTemplateSpecializationDecl>(type->getDefinition());
  if (type->isInvalidDecl())
    return std::nullopt;
  std::optional<Callee> callee = readCallee(type->getTemplateArgs()[0]);
  Operator op;
  op.call = callOperator(type);
  if (!callee || !op.call)
    return std::nullopt;
  const OperatorRow::Method method = rowOf(*kind).method;
  if (method != OperatorRow::Method::Call) {
    const clang::CXXRecordDecl *request = requestOf(type);
    if (!request || !readWrt(memberType(request, "W"), op.wrt))
      return std::nullopt;
    op.tangent = memberType(request, "tangent");
    op.adjoint = memberType(request, "adjoint");
  }
  if (method == OperatorRow::Method::ManyDirections)
    op.directions = static_cast<int>(type->getTemplateArgs()[2].getAsIntegral().getExtValue());
  op.kind = *kind;
  op.callee = std::move(*callee);
  op.type = type;
  return op;
}

const Callee &innermost(const Callee &callee) { return callee.inner ? innermost(callee.inner->callee) : callee; }

Requests findRequests(Parsed &parsed, diag::Engine &engine) {
  Requests requests;
  Finder(parsed, engine, requests).traverse(parsed.context.getTranslationUnitDecl());
  for (const auto &[function, modes] : parsed.pragmas.functions())
    if (function->isDefined() || isInSource(function))
      requests.plain.push_back({function, modes, function->getLocation()});
  refuseAmbiguous(requests, parsed.context, engine);
  return requests;
}

} // namespace soac::frontend
