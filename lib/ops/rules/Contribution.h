// What an argument of a scalar primitive contributes to the derivative: the rows of prims/Prims.def as statements.
#pragma once

#include "ir/Builder.h"

namespace soac::ops {

/// The product of `d` and the partial derivative of `op` by argument number k, or no value where this is zero by
/// definition. `r` is the result of `op`.
ir::Value contribution(const ir::Apply &op, std::size_t k, ir::Value r, ir::Value d, ir::Builder &b);

} // namespace soac::ops
