// Dead code elimination: a pass of the pipelines, which differentiation runs, too.
#pragma once

#include "analysis/Liveness.h"

namespace soac::analysis {

/// Keeps the statements and values on which a result of the function, or an effect, depends:
///   r, s = map n, (a) |i, x| { y = sin x;  z = cos x;  yield y, z }   becomes, where s is unused,
///   r = map n, (a) |i, x| { y = sin x;  yield y }
ir::Function eliminateDeadCode(ir::Function function, Claimed claimed);

} // namespace soac::analysis
