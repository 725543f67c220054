// Functions with rules of their own as ordinary statements: when all is differentiated, and where derivatives do not
// matter.
#pragma once

#include "ir/Function.h"

namespace soac::ad {

/// Puts the function in the place of every `WithRules`.
void dropRules(ir::Block &block, ir::ValueTable &values);

} // namespace soac::ad
