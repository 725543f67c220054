// Which integers a function may be given, so that it stays in its tables of fixed size.
#pragma once

#include "interface/Interface.h"

#include <llvm/ADT/StringMap.h>

namespace soac::driver {

/// By the name of a parameter: the largest integer with which no table of fixed size is read beyond its end, for integers
/// that are an index by themselves or with a constant added. What stands in branches does not count: they may be guards.
llvm::StringMap<std::int64_t> largestIndices(const interface::CxxFunction &f);

} // namespace soac::driver
