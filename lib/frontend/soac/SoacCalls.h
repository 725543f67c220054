// Calls of the user library inside lowered functions: combinators become SOACs, operators become `Differentiate`.
#pragma once

#include "frontend/lower/Lower.h"
#include "frontend/parse/CompilerConditions.h"
#include "frontend/parse/Pragmas.h"
#include "frontend/state/Lowering.h"

namespace soac::frontend {

class LibraryHooks : public Hooks {
public:
  LibraryHooks(const Pragmas &pragmas, CompilerConditions &conditions, bool dropOutput)
      : pragmas(pragmas), conditions(conditions), dropOutput(dropOutput) {}

  CallLowering soacCall(const CallSite &site) override;
  LoopRequest loopRequest(const clang::Stmt *loop) override;
  void checkText(Lowering &lowering, const clang::FunctionDecl *function) override;
  bool dropsOutput() const override { return dropOutput; }

private:
  const Pragmas &pragmas;
  CompilerConditions &conditions;
  bool dropOutput;
};

} // namespace soac::frontend
