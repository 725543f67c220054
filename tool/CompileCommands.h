// How a file is compiled, in words that Clang understands.
#pragma once

#include "frontend/Frontend.h"

#include <clang/Tooling/CompilationDatabase.h>

#include <string>

namespace soac::tool {

/// The language, include and macro flags of `file`. Flags that only GCC knows, outputs, dependency files and -Werror
/// are left out; without a command in `database` there are no flags.
frontend::Options commandOf(const std::string &file, const clang::tooling::CompilationDatabase &database);

} // namespace soac::tool
