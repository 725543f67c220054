// The definitions of a function as C++.
#pragma once

#include "emit/Text.h"
#include "ir/Function.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringMap.h>

namespace soac::emit {

/// Defines what the function invokes, for `caller`, under names that are not among those `taken`. The names, one per
/// definition.
std::vector<std::string> defineInvoked(const ir::Function &function, const std::string &caller,
                                       llvm::StringMap<unsigned> &taken, llvm::ArrayRef<std::string> macros, Text &out);

} // namespace soac::emit
