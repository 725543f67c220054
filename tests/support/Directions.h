// Seeds and derivatives in several directions at once.
#pragma once

#include "ops/Data.h"

#include <vector>

namespace soac::test {

/// Random seeds: the shapes of the floating-point ones of `like`, with the directions as a last dimension.
std::vector<ops::Data> seedsLike(llvm::ArrayRef<ops::Data> like, unsigned directions);

/// The part of one direction.
ops::Data inDirection(const ops::Data &all, unsigned direction);
std::vector<ops::Data> inDirection(llvm::ArrayRef<ops::Data> all, unsigned direction);

} // namespace soac::test
