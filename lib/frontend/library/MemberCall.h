// A call of a member function of a known array or of its iterators.
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
  llvm::ArrayRef<const clang::Expr *> arguments; ///< without default arguments

  Location objectLocation() const;
  /// Converts an element's location to the member's return type.
  FValue returned(const Location &at) const;
  FValue nothing() const { return {l.types.of(l.types.context.VoidTy), {}}; }
};

/// A member of an iterator of arrays; null where it is not supported.
CallLowering iteratorMember(const CallSite &site);
/// Assignment to, or reading of, std::vector<bool>'s reference to an element; null for other members.
CallLowering bitReferenceMember(const CallSite &site);
/// Operators on iterators that are no member functions.
CallLowering iteratorOperation(const CallSite &site);

} // namespace soac::frontend
