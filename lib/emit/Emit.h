// C++ text of a unit: the header and the source that are written beside the user's file.
#pragma once

#include "interface/Interface.h"

#include <string>
#include <vector>

namespace soac::emit {

struct Output {
  std::string header; ///< name.soac.hpp
  std::string source; ///< name.soac.cpp
  std::string device; ///< name.soac.cu, where the unit is for a device, too
  struct Refusal {
    std::string function, reason;
  };
  std::vector<Refusal> refusals; ///< functions that a device cannot run
  std::string explanation = {}; ///< the kernels of the others, in words
};

/// The unit's functions hold optimised IR without `Differentiate`. Deterministic; formatted.
Output cxx(const interface::Unit &unit);

/// The same with functions for a device, too: those of `device`, which has the same ones without calls of definitions.
Output cxxAndCuda(const interface::Unit &unit, const interface::Unit &device);

} // namespace soac::emit
