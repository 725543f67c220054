// The table of a function's definitions as a whole: who invokes whom.
#pragma once

#include "ir/Function.h"

namespace soac::ir {

/// Says in every `Invoke` whether its definition may fail.
void settleInvokes(Function &function);

/// Takes away definitions that neither the function nor one that it needs invokes; the others get other numbers.
void dropUnusedDefinitions(Function &function);

} // namespace soac::ir
