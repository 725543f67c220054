// `#pragma soac bound(expr)`: a while loop that runs more often fails at run time, in every mode.
#pragma once

#include "ir/Function.h"

namespace soac::ad {

/// Puts the place of each bounded loop into its bound's text, for the message.
void nameBounds(ir::Function &function);

/// Makes every bound that is left a check: the loop counts its iterations. (The adjoint of a loop checks the count that
/// its inspector finds.)
void enforceBounds(ir::Function &function);

} // namespace soac::ad
