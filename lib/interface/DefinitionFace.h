// The C++ face of a definition.
#pragma once

#include "interface/Interface.h"

namespace soac::interface {

/// A function that takes scalars by value, and arrays and what it adds to by the handles that its callers have. It updates
/// arrays where these are (the parameters of the numbers `updated`, see ir::Invoke) and gives one number or a tuple.
CxxFunction definitionFace(const ir::Function &definition, llvm::ArrayRef<unsigned> updated);

} // namespace soac::interface
