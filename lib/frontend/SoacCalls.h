// Calls of the user library inside functions that are lowered: combinators become SOACs, operators `Differentiate`.
#pragma once

#include "frontend/CompilerConditions.h"
#include "frontend/Lowering.h"
#include "frontend/Pragmas.h"

namespace soac::frontend {

class LibraryHooks : public Hooks {
public:
  LibraryHooks(const Pragmas &pragmas, CompilerConditions &conditions) : pragmas(pragmas), conditions(conditions) {}

  CallLowering soacCall(const CallSite &site) override;
  LoopRequest loopRequest(const clang::Stmt *loop) override;
  void checkText(Lowering &lowering, const clang::FunctionDecl *function) override;

private:
  const Pragmas &pragmas;
  CompilerConditions &conditions;
};

} // namespace soac::frontend
