// Minimum and maximum: of equal elements the first has the whole adjoint, which the reduction of (value, position) pairs
// finds. On arrays this holds element by element. Likewise any operator on numbers that gives one of its two arguments
// (the pair with the greater key): the element that it gives in the end has the adjoints of all components.
#pragma once

#include "ir/Builder.h"
#include "prims/Prims.h"

#include <optional>

namespace soac::ops {

bool isMinMax(std::optional<prims::Prim> prim);

/// (value, position, value, position) -> the pair of the better value, the first pair where neither is better: for min,
/// (2, i, 1, j) -> (1, j) and (1, i, 1, j) -> (1, i). Arrays have arrays of positions, of their shape.
ir::Block withPositions(prims::Prim prim, ir::Type value, ir::Builder &b);

/// (a.., position, b.., position) -> op(a.., b..), and the position of the argument that it is; `op` gives one of its arguments.
ir::Block withPositions(const ir::Block &op, ir::ValueTable &values);

} // namespace soac::ops
