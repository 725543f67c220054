// Which of the visible functions that a function calls stay functions of their own: those that call themselves, and those
// that are called more than once and are not small.
#pragma once

#include "frontend/parse/Clang.h"

namespace soac::frontend {

/// Of one function that is written, and all that it calls.
class CallTree {
public:
  explicit CallTree(const clang::FunctionDecl *root);

  /// Does the function reach a call of itself?
  bool isRecursive(const clang::FunctionDecl *function);
  /// Would its text, in place of every call, make the code much longer?
  bool isShared(const clang::FunctionDecl *function) const;

private:
  /// The contents of a function's body, without those of the functions that it calls.
  struct Body {
    unsigned size = 0; ///< operations, those of loops and branches as often as they are written
    bool isParallel = false; ///< calls combinators or operators, or has OpenMP's directives
    std::vector<const clang::FunctionDecl *> callees; ///< once for each call
  };
  const Body &bodyOf(const clang::FunctionDecl *function);
  /// With the small functions that it calls.
  unsigned sizeOf(const clang::FunctionDecl *function);
  bool reachesParallel(const clang::FunctionDecl *function);
  void count(const clang::FunctionDecl *root);

  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<Body>> bodies;
  llvm::DenseMap<const clang::FunctionDecl *, bool> recursive, parallel;
  llvm::DenseMap<const clang::FunctionDecl *, unsigned> sizes;
  llvm::DenseSet<const clang::FunctionDecl *> shared;
};

} // namespace soac::frontend
