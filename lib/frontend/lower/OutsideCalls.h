// Functions that are called as they are.
#pragma once

#include "frontend/state/Lowering.h"

namespace soac::frontend {

/// The type that a parameter's view, span, pointer or reference lets one write to; null where there is none.
clang::QualType writableOf(clang::QualType parameter);

struct OutsideResults {
  ir::Values returned;
  std::vector<ir::Values> written; ///< per parameter, empty where it is not written
};

/// Calls a function with the leaves of its arguments, or of FValues; none with the reason where that cannot be.
std::optional<OutsideResults> callOutside(Lowering &l, const clang::FunctionDecl *function, llvm::ArrayRef<ir::Values> leaves,
                                          const clang::Expr *site, std::string &whyNot);
std::optional<FValue> callOutside(Lowering &l, const clang::FunctionDecl *function, llvm::ArrayRef<FValue> arguments,
                                  const clang::Expr *site, std::string &whyNot);
/// Calls a function as it is: one of scalars that a header declares as C++ text.
std::optional<FValue> callAsItIs(Lowering &l, const clang::FunctionDecl *function, llvm::ArrayRef<FValue> arguments,
                                 const clang::Expr *site, std::string &whyNot);
/// The leaves of a pointee: of one object, or of the elements from there on.
ir::Values leavesFrom(Lowering &l, const FValue &pointer, const clang::Expr *site);
/// Says that a function can neither be read nor called.
void refuseOutside(Lowering &l, const clang::FunctionDecl *function, const std::string &whyNot, const clang::Expr *site);

/// Whether the function's body, which has rules or is one, can be lowered.
bool canBeRead(Lowering &l, const clang::FunctionDecl *function);

/// A call of a function whose body is not visible or the system's, where that is allowed and it is one of scalars.
std::optional<FValue> lowerOutsideCall(Lowering &l, const clang::FunctionDecl *callee, llvm::ArrayRef<FValue> arguments,
                                       const clang::Expr *site);

} // namespace soac::frontend
