// Functions as CUDA.
#pragma once

#include "emit/Emit.h"

namespace soac::emit {

struct CudaOutput {
  std::string declarations; ///< for NAME.soac.hpp
  std::string bindings;     ///< likewise, of the operators to these functions
  std::string source;       ///< the functions, for NAME.soac.cu; empty where there is none
  std::string explanation; ///< what runs where, function by function
  std::vector<Output::Refusal> refusals;
};

/// The functions of the unit, for a device.
CudaOutput cuda(const interface::Unit &unit);

} // namespace soac::emit
