// Which values a loop carries twice.
#pragma once

#include "ir/Ops.h"

#include <llvm/ADT/SmallVector.h>

namespace soac::optimise {

/// For each carried value the first one that is always equal to it, by position.
llvm::SmallVector<std::size_t, 8> equalCarried(const ir::Loop &loop);

} // namespace soac::optimise
