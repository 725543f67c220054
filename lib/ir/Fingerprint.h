// Whether a pass has changed a function.
#pragma once

#include "ir/Function.h"

namespace soac::ir {

/// A number that changes when the function does, in any of its fields, those of its definitions, or the types, names
/// and constants of its values (with the usual odds).
std::uint64_t fingerprint(const Function &function);

} // namespace soac::ir
