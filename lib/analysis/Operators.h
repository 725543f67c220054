// Finds the primitive that an associative operator is.
#pragma once

#include "ir/Ops.h"

#include <optional>

namespace soac::analysis {

/// The primitive p when `op` is (a, b) -> p(a, b), or the same on every element of two arrays; in either order of the
/// operands for commutative primitives.
std::optional<ir::Prim> primitiveOperator(const ir::Block &op);

} // namespace soac::analysis
