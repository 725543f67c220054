// A C++ program that checks every derivative of a unit at random points (include/soac/testing/suite.hpp).
#pragma once

#include "interface/Interface.h"

#include <llvm/ADT/ArrayRef.h>

#include <string>
#include <vector>

namespace soac::driver {

struct GradientTests {
  std::string program;
  std::vector<std::string> mistakes;  ///< in settings, as sentences
  std::vector<std::string> elsewhere; ///< the settings for functions that the unit does not have
};

/// `unit` as the frontend read it; `settings` are those of GradientSettings.h.
GradientTests gradientTests(const interface::Unit &unit, llvm::ArrayRef<std::string> settings);

} // namespace soac::driver
