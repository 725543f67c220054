// Which lowering a call gets. The choosing function sees the call and its types and has no Lowering, so that it cannot evaluate
// anything; the chosen one runs once and never declines.
#pragma once

#include "frontend/values/Types.h"

#include <clang/AST/ExprCXX.h>

namespace soac::frontend {

class Lowering;

struct CallSite {
  CallSite(Types &types, const clang::CallExpr *call, const clang::FunctionDecl *callee);

  Types &types;
  const clang::CallExpr *call;
  const clang::FunctionDecl *callee;
  const clang::CXXMethodDecl *method; ///< null for functions that are no members
  std::string name;                   ///< of the callee, without inline namespaces and template arguments
  const clang::Expr *object;          ///< that a member function is called on, as written; null for others
  llvm::SmallVector<const clang::Expr *, 4> arguments; ///< without the object and default ones

  bool isOne(std::initializer_list<llvm::StringRef> names) const { return llvm::is_contained(names, name); }
  const Layout *result() const { return types.of(call->getType()); }
  /// The value of argument i, or the location that it refers to.
  const Layout *layout(unsigned i) const { return types.ofObject(arguments[i]->getType()); }
  bool areScalars() const; ///< all arguments
  /// The class whose objects the member function is called on, also through a pointer.
  const Layout *objectLayout() const;
};

/// Lowers the call; a refused call gives nothing.
using CallLowering = FValue (*)(Lowering &, const CallSite &);

} // namespace soac::frontend
