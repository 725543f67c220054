#include "frontend/lower/Effects.h"

#include "frontend/lower/Output.h"
#include "frontend/parse/Clang.h"
#include "frontend/state/LoweringState.h"

namespace soac::frontend {

static bool isOfLibrary(const clang::FunctionDecl *function) {
  return function && function->getDeclContext()->getEnclosingNamespaceContext()->isStdNamespace();
}

void lowerEffects(Lowering &l, const clang::Expr *e) {
  if (l.failed() || !e->HasSideEffects(l.types.context))
    return;
  const clang::Expr *plain = e->IgnoreImplicit()->IgnoreParens();
  if (llvm::isa<clang::LambdaExpr>(plain))
    return;
  const auto *call = llvm::dyn_cast<clang::CallExpr>(plain);
  const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(plain);
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  const bool isValue = isOfLibrary(callee) || (callee && isOutput(callee)) ||
                       (construct && isOfLibrary(construct->getConstructor())) ||
                       llvm::isa<clang::InitListExpr, clang::CXXStdInitializerListExpr, clang::CastExpr,
                                 clang::MaterializeTemporaryExpr, clang::CXXBindTemporaryExpr>(plain);
  if (!isValue) {
    VariableScope temporaries(l);
    l.value(plain);
    return;
  }
  for (const clang::Stmt *child : plain->children())
    if (const auto *operand = llvm::dyn_cast_or_null<clang::Expr>(child))
      lowerEffects(l, operand);
}

} // namespace soac::frontend
