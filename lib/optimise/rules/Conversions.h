// Rules for conversions between types of numbers, and for comparisons of what is converted.
#pragma once

#include "optimise/rules/Rules.h"

namespace soac::optimise {

/// A conversion that loses nothing is left out, i64(i32(i)) = i; exact arithmetic is done in the type of indices.
Rewrite convert(ir::Apply &op, Context &context);

/// A comparison of converted indices, which keep their numbers, is one of the indices: u64(i) == 3 is i == 3.
Rewrite compareConverted(ir::Apply &op, Context &context);

} // namespace soac::optimise
