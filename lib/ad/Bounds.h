// `#pragma soac bound(expr)`: a while loop that runs more often fails at run time, in every mode.
#pragma once

#include "ir/Function.h"

namespace soac::ad {

/// Puts the place of each bounded loop into its bound's text, for the message.
void nameBounds(ir::Function &function);

/// Turns every bound that is left into a check of a counter that the loop carries. (The adjoint of a loop checks the
/// trip count that its inspector finds.)
///   while (c) { .. }  with bound m  becomes  k = 0;  while (c) { check k < m;  ..  k = k + 1 }
void enforceBounds(ir::Function &function);

} // namespace soac::ad
