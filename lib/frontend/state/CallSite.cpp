#include "frontend/state/CallSite.h"

#include "frontend/parse/Clang.h"

namespace soac::frontend {

CallSite::CallSite(Types &types, const clang::CallExpr *call, const clang::FunctionDecl *callee)
    : types(types), call(call), callee(callee), method(llvm::dyn_cast<clang::CXXMethodDecl>(callee)),
      name(qualifiedName(callee)), object(nullptr) {
  const auto *member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  const bool isOperator = llvm::isa<clang::CXXOperatorCallExpr>(call) && method;
  if (member)
    object = member->getImplicitObjectArgument();
  else if (isOperator)
    object = call->getArg(0);
  for (const clang::Expr *argument : llvm::drop_begin(call->arguments(), isOperator ? 1 : 0))
    if (!llvm::isa<clang::CXXDefaultArgExpr>(argument))
      arguments.push_back(argument);
}

bool CallSite::areScalars() const {
  return llvm::all_of(arguments, [&](const clang::Expr *argument) {
    return types.ofObject(argument->getType())->kind == Layout::Kind::Scalar;
  });
}

const Layout *CallSite::objectLayout() const {
  const clang::QualType type = object->getType();
  return types.ofObject(type->isPointerType() ? type->getPointeeType() : type);
}

} // namespace soac::frontend
