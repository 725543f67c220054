#include "frontend/soac/SoacCalls.h"

#include "frontend/requests/Derivatives.h"
#include "frontend/soac/Combinators.h"
#include "frontend/soac/CustomRules.h"
#include "frontend/state/CallSite.h"
#include "frontend/state/LoweringState.h"

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

void LibraryHooks::checkText(Lowering &l, const clang::FunctionDecl *function) {
  for (const clang::SourceLocation at : conditions.ignoredPragmas(function))
    l.engine.report(diag::Id::OpenMpIgnored, l.place(at), {});
  if (const auto found = conditions.of(function))
    l.refuse(diag::Id::CompilerMacro, found->place, {function->getNameAsString(), found->macro},
             {"decide by a macro of your own, which -D gives to soac and to the compiler alike"});
}

namespace {

std::optional<Operator> operatorOf(const CallSite &site) {
  const auto *base =
      site.method ? llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(site.method->getParent()) : nullptr;
  return base && base->getName() == "operator_call"
             ? frontend::operatorOf(base->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl())
             : std::nullopt;
}

/// Is the first argument soac::with(workspace)? It says where memory comes from, which is nothing to differentiate.
bool isGivenMemory(const CallSite &site) {
  const clang::CXXRecordDecl *first =
      site.callee->getNumParams() > 0 ? site.callee->getParamDecl(0)->getType()->getAsCXXRecordDecl() : nullptr;
  return first && first->getQualifiedNameAsString() == "soac::with_workspace";
}

/// A call of an operator object: the call's arguments already have the types of F's parameters and of the seeds.
FValue lowerOperator(Lowering &l, const CallSite &site) {
  std::optional<Operator> op = operatorOf(site);
  op->place = site.call->getSourceRange();
  if (const Callee &inner = innermost(op->callee); !inner.function->isDefined()) {
    l.refuse(diag::Id::MissingDefinition, op->place, {inner.function->getQualifiedNameAsString()});
    return {};
  }
  Arguments arguments;
  for (unsigned i = isGivenMemory(site) ? 2 : 1; i < site.call->getNumArgs(); ++i) // argument 0 is the operator object
    arguments.push_back(l.edgeValues(l.value(site.call->getArg(i))));
  if (l.failed())
    return {};
  const ir::Values leaves = callOperator(l, *op, arguments);
  return l.failed() || refuseOtherLeaves(l, *op, leaves) ? FValue{} : l.make(site.callee->getReturnType(), leaves);
}

/// The library's checks of its arguments. Its checks of shapes and indices are left to the runtime.
FValue lowerCheck(Lowering &l, const CallSite &site) {
  std::string message = "soac";
  for (unsigned i = 1; i < site.call->getNumArgs(); ++i)
    if (const auto *text = llvm::dyn_cast<clang::StringLiteral>(site.call->getArg(i)->IgnoreParenImpCasts()))
      message += ": " + text->getString().str();
  const ir::Value condition = l.condition(site.call->getArg(0));
  if (!l.failed())
    l.builder().checkArgument(condition, message);
  return l.make(l.types.context.VoidTy, {});
}

FValue leaveOut(Lowering &l, const CallSite &) { return l.make(l.types.context.VoidTy, {}); }

FValue lowerCombinator(Lowering &l, const CallSite &site) {
  const llvm::StringRef name = llvm::StringRef(site.name).drop_front(sizeof("soac::") - 1);
  Combinator combinator(l, site.call, name.str());
  return (combinator.*combinatorByName(name))();
}

} // namespace

CallLowering LibraryHooks::soacCall(const CallSite &site) {
  if (operatorOf(site))
    return lowerOperator;
  if (site.name == "soac::detail::check_that")
    return lowerCheck;
  if (site.isOne({"soac::detail::check_shape", "soac::detail::check_index"}))
    return leaveOut;
  if (const CallLowering rules = rulesCall(site))
    return rules;
  llvm::StringRef name = site.name;
  return name.consume_front("soac::") && combinatorByName(name) ? lowerCombinator : nullptr;
}

} // namespace soac::frontend
