// A call of a member of an array that the tool knows, or of its iterators.
#pragma once

#include "frontend/LoweringState.h"

namespace soac::frontend {

struct MemberCall {
  Lowering &l;
  const clang::CallExpr *call;
  const clang::CXXMethodDecl *method;
  const clang::Expr *object;
  llvm::SmallVector<const clang::Expr *, 4> arguments; ///< without default ones
  std::string className;
  FValue &result;

  Location objectLocation() const;
  /// Fits an element's location to what the member returns.
  FValue returned(const Location &at) const;

  // True when the call was handled or refused.
  bool ofIterator();
  bool ofBitReference(); ///< std::vector<bool>'s reference to an element: assigned, read, flipped
};

bool isIterator(llvm::StringRef className);
bool isBitReference(llvm::StringRef className);
/// Operators on iterators that are functions of their own.
bool iteratorOperation(Lowering &l, const clang::CallExpr *call, FValue &result);

} // namespace soac::frontend
