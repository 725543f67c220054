// Dead code elimination, which the pipelines run as a pass and differentiation runs after it has checked claims.
#pragma once

#include "analysis/Liveness.h"

namespace soac::analysis {

/// Keeps the statements on which a result of the function, or an effect, depends.
ir::Function eliminateDeadCode(ir::Function function, Claimed claimed);

} // namespace soac::analysis
