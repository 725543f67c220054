#include "frontend/CallSite.h"

#include "frontend/Clang.h"

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
    return types.ofObject(argument->getType())->kind == Shape::Kind::Scalar;
  });
}

const Shape *CallSite::objectShape() const {
  const clang::QualType type = object->getType();
  return types.ofObject(type->isPointerType() ? type->getPointeeType() : type);
}

namespace {

/// A user may specialise or overload a function of the standard library: that one is the user's.
bool isUsersOwn(const CallSite &site) {
  const clang::SourceManager &sources = site.types.context.getSourceManager();
  return llvm::StringRef(site.name).starts_with("std::") &&
         !sources.isInSystemHeader(sources.getExpansionLoc(site.callee->getLocation()));
}

} // namespace

CallLowering knownCall(const CallSite &site) {
  if (isUsersOwn(site))
    return nullptr;
  for (const auto part :
       {complexCall, mathCall, builtinCall, stdCall, ownerCall, containerCall, tupleCall, optionalCall})
    if (const CallLowering lowering = part(site))
      return lowering;
  return nullptr;
}

} // namespace soac::frontend
