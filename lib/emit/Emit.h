// C++ text of a unit: the header and the source that are written beside the user's file.
#pragma once

#include "interface/Interface.h"

#include <string>

namespace soac::emit {

struct Output {
  std::string header; ///< name.soac.hpp
  std::string source; ///< name.soac.cpp
};

/// The unit's functions hold optimised IR without `Differentiate`. Deterministic; formatted.
Output cxx(const interface::Unit &unit);

} // namespace soac::emit
