#include "frontend/SoacCalls.h"

#include "frontend/Combinators.h"
#include "frontend/Derivatives.h"
#include "frontend/LoweringState.h"

namespace soac::frontend {

LoopRequest LibraryHooks::loopRequest(const clang::Stmt *loop) {
  LoopRequest request;
  const LoopPragmas *given = pragmas.loop(loop);
  if (!given)
    return request;
  request.stripmine = given->stripmine;
  request.revolve = given->revolve;
  if (const clang::Expr *bound = given->bound) {
    request.bound = [bound](Lowering &l) { return l.asIndex(l.value(bound)); };
    request.boundText = given->boundText;
  }
  for (const clang::ValueDecl *variable : given->noFalseDependencies)
    request.noFalseDependencies.push_back(variable->getNameAsString());
  return request;
}

namespace {

/// A call of an operator object: the call's arguments are already of the types of F's parameters and of the seeds.
bool lowerOperatorCall(Lowering &l, const clang::CallExpr *call, const clang::FunctionDecl *callee, FValue &result) {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  const auto *base = method ? llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(method->getParent()) : nullptr;
  if (!base || base->getName() != "operator_call")
    return false;
  std::optional<Operator> op = operatorOf(base->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl());
  if (!op)
    return false;
  op->place = call->getSourceRange();
  if (const Callee &inner = innermost(op->callee); !inner.function->isDefined()) {
    l.refuse(diag::Id::MissingDefinition, call->getSourceRange(), {inner.function->getQualifiedNameAsString()});
    return true;
  }
  Arguments arguments;
  for (unsigned i = 1; i < call->getNumArgs(); ++i) // argument 0 is the operator object
    arguments.push_back(l.edgeValues(l.value(call->getArg(i))));
  if (l.failed())
    return true;
  const ir::Values leaves = callOperator(l, *op, arguments);
  if (!l.failed() && !refuseOtherLeaves(l, *op, leaves))
    result = l.make(callee->getReturnType(), leaves);
  return true;
}

/// The library's checks of its arguments. Those of shapes and indices are the runtime's.
bool lowerCheck(Lowering &l, const clang::CallExpr *call, llvm::StringRef name, FValue &result) {
  if (name != "soac::detail::check_that" && name != "soac::detail::check_shape" && name != "soac::detail::check_index")
    return false;
  if (name.ends_with("check_that")) {
    std::string message = "soac";
    for (unsigned i = 1; i < call->getNumArgs(); ++i)
      if (const auto *text = llvm::dyn_cast<clang::StringLiteral>(call->getArg(i)->IgnoreParenImpCasts()))
        message += ": " + text->getString().str();
    const ir::Value condition = l.condition(call->getArg(0));
    if (!l.failed())
      l.builder().checkArgument(condition, message);
  }
  result = l.make(l.types.context.VoidTy, {});
  return true;
}

} // namespace

bool LibraryHooks::lowerSoacCall(Lowering &lowering, const clang::CallExpr *call, const clang::FunctionDecl *callee,
                                 FValue &result) {
  if (lowerOperatorCall(lowering, call, callee, result))
    return true;
  const std::string qualified = qualifiedName(callee);
  if (lowerCheck(lowering, call, qualified, result))
    return true;
  llvm::StringRef name = qualified;
  if (!name.consume_front("soac::") || name.contains("::"))
    return false;
  if (lowerRules(lowering, call, name, result))
    return true;
  const auto combinator = combinatorByName(name);
  if (!combinator)
    return false;
  Combinator c(lowering, call, name.str());
  result = (c.*combinator)();
  return true;
}

} // namespace soac::frontend
