// The parameters of a plain derivative: all parameters of the function, also of types that have no value in generated
// code, and the choice of parameters that have adjoints or tangents.
#include "frontend/lower/Lower.h"
#include "frontend/parse/AstVisitor.h"
#include "frontend/parse/Clang.h"
#include "frontend/requests/PlainDerivative.h"

namespace soac::frontend {

const clang::FunctionDecl *definitionOf(const clang::FunctionDecl *function) {
  const clang::FunctionDecl *definition = function->getDefinition();
  return definition ? definition : function;
}

bool isWritable(clang::QualType declared, const Layout *layout) {
  if (declared->isRValueReferenceType())
    return false;
  if (!writableOf(declared).isNull())
    return true;
  const auto *record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(declared->getAsCXXRecordDecl());
  if (layout->kind == Layout::Kind::Pointer && record)
    return !record->getTemplateArgs()[0].getAsType()->getPointeeType().isConstQualified();
  return layout->kind == Layout::Kind::Record && llvm::any_of(layout->fields, [](const Layout::Field &f) {
           const bool isView = f.layout->kind == Layout::Kind::View || f.layout->kind == Layout::Kind::Record;
           return isView && !f.layout->type.isNull() && isWritable(f.layout->type, f.layout);
         });
}

namespace {

/// Do the views, iterators and pointers in the parameter give the function writable memory?
bool mayWrite(clang::QualType declared, const Layout *layout) {
  if (declared->isRValueReferenceType())
    return false;
  const bool isPointer = layout->kind == Layout::Kind::Pointer && !writableOf(layout->type).isNull();
  return isWritable(declared, layout) || isPointer || llvm::any_of(layout->fields, [](const Layout::Field &f) {
           const bool canBorrow = f.layout->kind == Layout::Kind::View || f.layout->kind == Layout::Kind::Pointer ||
                                  f.layout->kind == Layout::Kind::Record;
           return canBorrow && !f.layout->type.isNull() && mayWrite(f.layout->type, f.layout);
         });
}

/// Does the function do nothing with the parameter, or only `(void)p`?
bool isIdle(const clang::ParmVarDecl *parameter) {
  struct Uses : AstVisitor {
    const clang::ParmVarDecl *parameter;
    llvm::DenseSet<const clang::Expr *> dropped;
    bool isIdle = true;
    explicit Uses(const clang::ParmVarDecl *parameter) : AstVisitor({.implicitCode = true}), parameter(parameter) {}
    bool visitStmt(clang::Stmt *s) override {
      if (const auto *cast = llvm::dyn_cast<clang::ExplicitCastExpr>(s); cast && cast->getType()->isVoidType())
        dropped.insert(cast->getSubExpr()->IgnoreParenImpCasts());
      if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(s))
        isIdle &= name->getDecl() != parameter || dropped.contains(name);
      return isIdle;
    }
  } uses(parameter);
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(parameter->getDeclContext());
  uses.traverse(function ? function->getBody() : nullptr);
  return uses.isIdle;
}

} // namespace

/// A parameter that the function does not use may be of any type; a parameter without numbers has no value in generated
/// code, so that its uses are refused.
std::optional<interface::CxxType> Derivatives::parameterType(const clang::ParmVarDecl *parameter, clang::SourceRange place,
                                                      bool isReporting) {
  const clang::QualType type = parameter->getType();
  std::string whyNot;
  if (!cxxTypes.hidden(type) && !cxxTypes.of(type, whyNot) &&
      (!isMemberOfData(types.ofObject(type)) || isIdle(parameter))) {
    interface::CxxType nothing;
    nothing.spelling = cxxTypes.spelling(type);
    return nothing;
  }
  if (isReporting)
    return edgeType(type, "a parameter", place);
  return cxxTypes.hidden(type) ? std::nullopt : cxxTypes.of(type, whyNot);
}

/// The types of the parameters without a value that the function nevertheless uses.
std::vector<clang::QualType> Derivatives::wantedTypes(const Plain &plain, const PlainRequest &request) {
  std::vector<clang::QualType> wanted;
  for (const auto &[parameter, made] : llvm::zip(definitionOf(request.function)->parameters(), plain.made.parameters))
    if (made.type.kind == interface::CxxType::Kind::Void && !isIdle(parameter))
      wanted.push_back(parameter->getType());
  return wanted;
}

void Derivatives::explainRefusal(const Plain &plain, const PlainRequest &request,
                                 const std::vector<diag::Diagnostic> &before) {
  const std::vector<clang::QualType> wanted = wantedTypes(plain, request);
  const bool isOutput = llvm::any_of(engine.all(), [](const diag::Diagnostic &d) { return d.id == diag::Id::Output; });
  if (wanted.empty() || isOutput)
    return;
  engine.clear();
  llvm::for_each(before, [&](const diag::Diagnostic &d) { engine.add(d); });
  for (const clang::QualType type : wanted)
    edgeType(type, "a parameter", request.place);
}

/// The parameters that get derivatives if they hold floating-point numbers, in the order of the derivatives: all, or the
/// parameters of the pragma and then the others that the function may write, whose adjoints are seeds.
std::vector<unsigned> Derivatives::chosenParameters(const Plain &plain, const PlainRequest &request, std::string &mistake) {
  const auto count = static_cast<unsigned>(plain.made.parameters.size());
  std::vector<unsigned> chosen = request.modes.wrt.value_or(std::vector<unsigned>());
  for (const unsigned i : chosen)
    if (i >= count)
      mistake = "'wrt' names parameter " + std::to_string(i) + ", which it has not; the first is 0";
    else if (!isDifferentiable(plain.made.parameters[i].type))
      mistake = "'wrt' names parameter " + std::to_string(i) + " ('" + plain.made.parameters[i].name +
                "'), which has no floating-point part";
  for (unsigned i = 0; i < count; ++i) {
    const clang::QualType declared = request.function->getParamDecl(i)->getType();
    const bool isWanted = !request.modes.wrt || mayWrite(declared, types.ofObject(declared));
    if (isWanted && !llvm::is_contained(chosen, i))
      chosen.push_back(i);
  }
  return chosen;
}

} // namespace soac::frontend
