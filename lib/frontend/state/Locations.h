// Arrays that slots hold.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

/// Fails at run time where the shapes differ; nothing where they are the same by construction.
void checkSameShape(Lowering &l, ir::Value a, ir::Value b, llvm::StringRef name);

} // namespace soac::frontend
