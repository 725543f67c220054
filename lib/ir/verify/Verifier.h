// Checks that a function is well-formed: every value is defined once and used in its scope, and every statement is
// typed as Ops.h says. Accepts any data whose value ids and enumerators are real; never fails itself.
#pragma once

#include "ir/Function.h"

#include <string>
#include <vector>

namespace soac::ir {

constexpr unsigned maxRank = 64; ///< of an array type

/// The problems, each with the statement it is in; empty when the function is well-formed.
std::vector<std::string> verify(const Function &function);

} // namespace soac::ir
