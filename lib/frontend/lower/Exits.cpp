// Where the user's program leaves for good: exceptions, and functions that do not return. What is generated leaves in
// the same way: the statement is a check that fails, with the text of the user's expression.
#include "frontend/lower/Exits.h"

#include "frontend/lower/Lower.h"
#include "frontend/parse/Clang.h"
#include "frontend/parse/SourceText.h"
#include "frontend/state/ExpressionText.h"
#include "frontend/state/Joins.h"
#include "frontend/state/Lowering.h"
#include "frontend/state/LoweringState.h"

namespace soac::frontend {

namespace {

/// Inside of a function that promises to throw nothing an exception ends the program.
bool isPromisedAway(Lowering &l) {
  return llvm::any_of(l.internals().frames, [](const auto &frame) {
    const auto *type =
        frame->function ? frame->function->getType()->template getAs<clang::FunctionProtoType>() : nullptr;
    return type && type->isNothrow();
  });
}

void leave(Lowering &l, ExpressionText text, std::string message, clang::SourceLocation at) {
  if (l.failed())
    return;
  setLocation(l, at);
  ir::Check check{l.builder().values.constantBool(false), std::move(message)};
  check.exit = std::move(text.text);
  check.operands = std::move(text.operands);
  l.builder().emit(std::move(check));
  l.internals().isStopped = true;
}

/// What libstdc++'s own headers throw, by a function of this name: std::__throw_out_of_range("..").
llvm::StringRef thrownBy(const clang::FunctionDecl *callee) {
  llvm::StringRef name = callee->getIdentifier() ? callee->getName() : "";
  if (!callee->isInStdNamespace() || !name.consume_front("__throw_") || name.ends_with("_fmt"))
    return "";
  return callee->getNumParams() == 1 ? name : "";
}

} // namespace

FValue lowerThrow(Lowering &l, const clang::CXXThrowExpr *e) {
  if (!e->getSubExpr()) {
    l.refuse(diag::Id::Exception, e->getSourceRange(), {"throw"}, {"there is no exception that it could throw again"});
    return {};
  }
  ExpressionText text;
  if (isPromisedAway(l)) {
    text.append("std::terminate()");
  } else {
    text.append("throw ");
    text.append(textOf(l, e->getSubExpr()));
  }
  leave(l, std::move(text),
        e->getSubExpr()->getType().getUnqualifiedType().getAsString(l.types.context.getPrintingPolicy()) + " is thrown",
        e->getThrowLoc());
  return {l.types.of(l.types.context.VoidTy), {}};
}

const clang::Expr *remainingSide(Lowering &l, const clang::ConditionalOperator *choice) {
  const clang::Expr *yes = choice->getTrueExpr(), *no = choice->getFalseExpr();
  const bool isThen = llvm::isa<clang::CXXThrowExpr>(yes->IgnoreParens());
  if (!isThen && !llvm::isa<clang::CXXThrowExpr>(no->IgnoreParens()))
    return nullptr;
  const auto leaveIf = [&](bool is) {
    if (is)
      l.value(isThen ? yes : no);
  };
  lowerIfElse(
      l, l.condition(choice->getCond()), [&] { leaveIf(isThen); }, [&] { leaveIf(!isThen); });
  return isThen ? no : yes;
}

bool isExit(const clang::FunctionDecl *callee) {
  const llvm::StringRef name = callee->getIdentifier() ? callee->getName() : "";
  return callee->isNoReturn() && !callee->isVariadic() && name != "__assert_fail" && name != "__builtin_unreachable" &&
         name != "unreachable" &&
         (!llvm::isa<clang::CXXMethodDecl>(callee) || llvm::cast<clang::CXXMethodDecl>(callee)->isStatic()) &&
         (callee->getBuiltinID() != 0 || llvm::any_of(callee->redecls(), [](const clang::FunctionDecl *declaration) {
            return !isInSource(declaration);
          }));
}

FValue lowerExit(Lowering &l, const clang::CallExpr *call, const clang::FunctionDecl *callee) {
  ExpressionText text;
  if (const llvm::StringRef thrown = thrownBy(callee); !thrown.empty()) {
    text.append(isPromisedAway(l) ? "std::terminate()" : "throw std::" + thrown.str() + "(");
    if (!isPromisedAway(l)) {
      text.append(textOf(l, call->getArg(0)));
      text.append(")");
    }
  } else {
    text = textOf(l, call);
  }
  leave(l, std::move(text), callee->getNameAsString() + " is called", call->getExprLoc());
  return {l.types.of(call->getType()), {}};
}

} // namespace soac::frontend
