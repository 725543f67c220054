#include "frontend/lower/IntegerCalls.h"

#include "frontend/lower/OutsideCalls.h"
#include "frontend/parse/AstVisitor.h"

namespace soac::frontend {
namespace {

bool isInteger(const Layout *layout) { return layout->kind == Layout::Kind::Scalar && !ir::isFloat(layout->scalar); }

bool isOfIntegers(Types &types, const clang::FunctionDecl *function) {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  return (!method || method->isStatic()) && !function->isVariadic() && !function->isNoReturn() &&
         function->getNumParams() > 0 && isInteger(types.of(function->getReturnType())) &&
         llvm::all_of(function->parameters(), [&](const clang::ParmVarDecl *parameter) {
           return isInteger(types.ofObject(parameter->getType())) && writableOf(parameter->getType()).isNull();
         });
}

/// The C library's functions may do anything, unless they are declared not to; compilers' builtins are not
/// known to all of them.
bool isTakenAsPure(const clang::FunctionDecl *function) {
  const clang::SourceManager &sources = function->getASTContext().getSourceManager();
  const bool isBuiltIn = function->getIdentifier() && function->getName().starts_with("__builtin_");
  const bool isOfSystem = sources.isInSystemHeader(sources.getExpansionLoc(function->getLocation()));
  return !isBuiltIn && (!isOfSystem || function->hasAttr<clang::ConstAttr>() || function->hasAttr<clang::PureAttr>());
}

/// Looks through a function and what it calls: does it call itself, and does it use what is not its own?
struct CallsOfItself : AstVisitor {
  CallsOfItself(Types &types, const clang::FunctionDecl *function) : types(types), function(function) {
    look(function);
  }

  Types &types;
  const clang::FunctionDecl *function;
  llvm::DenseSet<const clang::FunctionDecl *> seen;
  bool isRecursive = false, isSelfContained = true;

  void look(const clang::FunctionDecl *callee) {
    const clang::FunctionDecl *body = nullptr;
    if (!callee->hasBody(body))
      isSelfContained &= isOfIntegers(types, callee) && isTakenAsPure(callee);
    else if (seen.insert(body).second)
      traverse(body->getBody());
  }
  bool visitStmt(clang::Stmt *s) override {
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(s)) {
      const clang::FunctionDecl *callee = call->getDirectCallee();
      isSelfContained &= callee != nullptr;
      isRecursive |= callee && callee->getCanonicalDecl() == function->getCanonicalDecl();
      if (callee)
        look(callee);
    }
    const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(s);
    const auto *variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    if (variable && variable->hasGlobalStorage() && !variable->getType().isConstant(types.context))
      isSelfContained = false;
    return isSelfContained;
  }
};

} // namespace

bool isCalledAsItIs(Types &types, const clang::FunctionDecl *function) {
  if (!isOfIntegers(types, function))
    return false;
  if (!function->hasBody())
    return isTakenAsPure(function);
  const CallsOfItself calls(types, function);
  return calls.isRecursive && calls.isSelfContained;
}

FValue lowerIntegerCall(Lowering &l, const clang::FunctionDecl *callee, llvm::ArrayRef<FValue> arguments,
                        const clang::Expr *site) {
  std::string whyNot;
  if (const std::optional<FValue> result = callAsItIs(l, callee, arguments, site, whyNot))
    return *result;
  if (l.failed())
    return {};
  if (!callee->hasBody())
    refuseOutside(l, callee, whyNot, site);
  else
    l.refuse(diag::Id::Recursion, site ? site->getSourceRange() : callee->getSourceRange(), {callee->getNameAsString()},
             {"write it as a loop", "it cannot be called as it is, either: " + whyNot});
  return {};
}

} // namespace soac::frontend
