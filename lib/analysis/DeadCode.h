// Dead code elimination, which the pipelines run as a pass and differentiation runs after it has checked claims.
#pragma once

#include "ir/Function.h"

namespace soac::analysis {

using namespace ir;

/// Whether an array of which a pragma claims something (`LoopAnnotations::noFalseDependencies`) is kept because of
/// that: until the claim is settled, the accesses to the array are what it is about.
enum class Claimed : bool { IsDropped, IsKept };

/// Keeps what a result of the function, or an effect, depends on.
Function eliminateDeadCode(Function function, Claimed claimed);

} // namespace soac::analysis
