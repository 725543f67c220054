// Finds the primitive that an associative operator is, or that it gives one of its two arguments.
#pragma once

#include "ir/Ops.h"

#include <optional>

namespace soac::analysis {

/// The primitive p when `op` is (a, b) -> p(a, b), or the same on every element of two arrays; in either order of the
/// operands for commutative primitives. `max` and `min` may be written as what they mean, `a < b ? b : a` and `b < a ? b : a`.
std::optional<ir::Prim> primitiveOperator(const ir::Block &op);

/// A condition of which an operator's first argument is the result, all components of it, and else the second; or the
/// other way round.
struct Choice {
  ir::Value condition;
  bool isFirstWhereTrue = false;
};

/// (a, b) -> c ? a : b, or c ? b : a, for any condition c and any number of components.
std::optional<Choice> choiceOfArgument(const ir::Block &op);

} // namespace soac::analysis
