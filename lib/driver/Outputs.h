// Files are written whole or not at all, only when their content changes, and never over a file soac did not write.
#pragma once

#include "driver/Driver.h"

#include <string>
#include <vector>

namespace soac::driver {

struct OutputPaths {
  std::string header, source, device, depfile, memoryPage;
};
/// NAME.soac.hpp, NAME.soac.cpp, NAME.soac.cu, NAME.soac.d and NAME.memory.html for NAME.cpp, beside it or in `directory`.
OutputPaths outputPaths(llvm::StringRef source, llvm::StringRef directory);

/// The first line of every output; how soac knows its own files again.
std::string firstLine(llvm::StringRef source);
std::string pageFirstLine(llvm::StringRef source); ///< of a page

struct File {
  std::string path;
  std::string text;
};
/// Writes the files whose text differs from what is on disk. Nothing is written when one of them may not be replaced;
/// the reasons go to standard error.
bool writeAll(llvm::ArrayRef<File> files);
/// Says on standard error which files differ from what is on disk.
bool areCurrent(llvm::ArrayRef<File> files);

/// A Make rule: the outputs depend on every file that was read and on the tool itself.
bool writeDepfile(const Options &options, const OutputPaths &paths, llvm::ArrayRef<std::string> dependencies);

} // namespace soac::driver
