// Calls of the user library inside functions that are lowered: combinators become SOACs, operators `Differentiate`.
#pragma once

#include "frontend/Lowering.h"
#include "frontend/Pragmas.h"

namespace soac::frontend {

class LibraryHooks : public Hooks {
public:
  explicit LibraryHooks(const Pragmas &pragmas) : pragmas(pragmas) {}

  CallLowering soacCall(const CallSite &site) override;
  LoopRequest loopRequest(const clang::Stmt *loop) override;

private:
  const Pragmas &pragmas;
};

} // namespace soac::frontend
