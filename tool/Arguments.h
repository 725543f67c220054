// Run-time values as text, for soac-opt --evaluate: `2.0, [1, 2, 3], [[1, 2], [3, 4]], true`.
#pragma once

#include "ir/Function.h"
#include "ops/rules/RuntimeValue.h"

#include <optional>
#include <string>
#include <vector>

namespace soac::tool {

/// One value per parameter of `function`, of its type. Nested brackets must be regular. Nothing, and the reason in
/// `error`, when the text does not fit the parameters.
std::optional<std::vector<ops::RuntimeValue>> parseArguments(llvm::StringRef text, const ir::Function &function,
                                                     std::string &error);

} // namespace soac::tool
