// How a file is compiled, in words that Clang understands.
#pragma once

#include "frontend/Frontend.h"

#include <clang/Tooling/CompilationDatabase.h>

#include <llvm/ADT/ArrayRef.h>

#include <memory>
#include <optional>
#include <string>

namespace soac::tool {

using Database = std::unique_ptr<clang::tooling::CompilationDatabase>;

/// The flags after --, which every file is compiled with; argc ends before --. Null when there is no --.
Database commandAfterDashes(int &argc, const char **argv);

/// The compilation database of the directory `build`; when that is empty, the one nearest above `file`, and one without
/// flags when there is none. Null with a reason.
Database databaseOf(llvm::StringRef build, llvm::StringRef file, std::string &reason);

/// `before` and `after` around the flags of every command.
Database withArguments(Database database, llvm::ArrayRef<std::string> before, llvm::ArrayRef<std::string> after);

/// The language, include and macro flags of `file`. Flags that only GCC knows, outputs, dependency files and -Werror
/// are left out. Of several commands for the file, the one of CMake's target `target` is taken, else the first; nothing
/// when `database` has none.
std::optional<frontend::Options> commandOf(const std::string &file,
                                           const clang::tooling::CompilationDatabase &database,
                                           llvm::StringRef target);

} // namespace soac::tool
