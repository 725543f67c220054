// A call of a member of an array that the tool knows, or of its iterators.
#pragma once

#include "frontend/state/CallSite.h"
#include "frontend/state/LoweringState.h"

namespace soac::frontend {

struct MemberCall {
  MemberCall(Lowering &l, const CallSite &site)
      : l(l), site(site), call(site.call), method(site.method), object(site.object), arguments(site.arguments) {}

  Lowering &l;
  const CallSite &site;
  const clang::CallExpr *call;
  const clang::CXXMethodDecl *method;
  const clang::Expr *object;
  llvm::ArrayRef<const clang::Expr *> arguments; ///< without default ones

  Location objectLocation() const;
  /// Fits an element's location to the member's result.
  FValue returned(const Location &at) const;
  FValue nothing() const { return {l.types.of(l.types.context.VoidTy), {}}; }
};

/// A member of an iterator of arrays; null where it is not supported.
CallLowering iteratorMember(const CallSite &site);
/// A member of std::vector<bool>'s reference to an element: assigned or read; null where it is not supported.
CallLowering bitReferenceMember(const CallSite &site);
/// Operators on iterators that are functions of their own.
CallLowering iteratorOperation(const CallSite &site);

} // namespace soac::frontend
