// A C++ program that checks every plain derivative of a unit at random points (include/soac/testing/suite.hpp).
#pragma once

#include "ir/Interface.h"

#include <llvm/ADT/ArrayRef.h>

#include <string>

namespace soac::driver {

/// `settings` are "FUNCTION:PARAMETER=VALUE" and "FUNCTION:skip=REASON".
std::string gradientTests(const ir::Unit &unit, llvm::ArrayRef<std::string> settings);

} // namespace soac::driver
