// How a file is compiled, in words that Clang understands.
#pragma once

#include "frontend/Frontend.h"

#include <clang/Tooling/CompilationDatabase.h>

#include <string>

namespace soac::tool {

/// The language, include and macro flags of `file`. Flags that only GCC knows, outputs, dependency files and -Werror
/// are left out; without a command in `database` there are no flags. Of several commands for the file, the one of
/// CMake's target `target` is taken, else the first.
frontend::Options commandOf(const std::string &file, const clang::tooling::CompilationDatabase &database,
                            llvm::StringRef target);

} // namespace soac::tool
