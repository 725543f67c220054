// Calls of the user library inside functions that are lowered: combinators become SOACs, operators `Differentiate`.
#pragma once

#include "frontend/Lowering.h"
#include "frontend/Pragmas.h"

namespace soac::frontend {

class LibraryHooks : public Hooks {
public:
  explicit LibraryHooks(const Pragmas &pragmas) : pragmas(pragmas) {}

  bool lowerSoacCall(Lowering &lowering, const clang::CallExpr *call, const clang::FunctionDecl *callee,
                     FValue &result) override;
  LoopRequest loopRequest(const clang::Stmt *loop) override;

private:
  const Pragmas &pragmas;
};

} // namespace soac::frontend
