// Calls that give one object to two parameters, one of which is written, where one of them is `__restrict`: what such a
// call computes is undefined. Other parameters may refer to one object: they do so in the function, too, whether it is
// written in place of the call or becomes a definition (lower/Closure.h).
//   void add(double *a, const double *b, int n)             add(x, x, n) doubles x
//   void add(double *__restrict a, const double *b, ..)     add(x, x, n) is refused
#pragma once

#include "frontend/state/Lowering.h"

namespace soac::frontend {

/// Variables that parameters of a call share, noted before it; `refuse` after it reports where the call wrote to that.
class SharedArguments {
public:
  SharedArguments(Lowering &l, const clang::FunctionDecl *callee, llvm::ArrayRef<FValue> arguments);
  void refuse(const clang::Expr *call);

private:
  struct Pair {
    const clang::ParmVarDecl *one, *other;
    llvm::SmallVector<std::pair<unsigned, Leaf>, 4> slots; ///< the shared ones, with their values
  };
  Lowering &l;
  std::vector<Pair> pairs;
};

} // namespace soac::frontend
