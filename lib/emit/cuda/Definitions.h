// The functions that kernels of a function call.
#pragma once

#include "emit/Invokes.h"

#include <string>
#include <vector>

namespace soac::emit {

struct DeviceDefinitions {
  std::string refusal; ///< why no thread can run them; empty where one can
  std::vector<Invoked> invoked;
  std::vector<std::string> messages; ///< of their checks: the first ones of the function's
  Text text;
};

/// The definitions (schedule::definitionsOf of a device) that a function invokes, for `caller`, under names that are
/// not in `taken`.
DeviceDefinitions defineForKernels(std::vector<schedule::Definition> definitions, const std::string &caller,
                                   llvm::StringMap<unsigned> &taken, llvm::ArrayRef<std::string> macros);

} // namespace soac::emit
