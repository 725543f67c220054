// Seeds and derivatives in several directions at once.
#pragma once

#include "ops/rules/RuntimeValue.h"

#include <vector>

namespace soac::test {

/// Random seeds: the shapes of the floating-point ones of `like`, with the directions as a last dimension.
std::vector<ops::RuntimeValue> seedsLike(llvm::ArrayRef<ops::RuntimeValue> like, unsigned directions);

/// The part of one direction.
ops::RuntimeValue inDirection(const ops::RuntimeValue &all, unsigned direction);
std::vector<ops::RuntimeValue> inDirection(llvm::ArrayRef<ops::RuntimeValue> all, unsigned direction);

} // namespace soac::test
