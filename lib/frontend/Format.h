// The layout of generated C++, by clang-format's library.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>

namespace soac::frontend {

/// `code` laid out in LLVM's style, whatever .clang-format files are around: the output depends on the input alone.
std::string format(llvm::StringRef code, llvm::StringRef name);

} // namespace soac::frontend
