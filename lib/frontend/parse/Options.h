// How a source file is compiled.
#pragma once

#include <string>
#include <vector>

namespace soac::frontend {

struct Options {
  std::vector<std::string> arguments; ///< the compiler's arguments, without the program and the file
  std::string directory;              ///< where these arguments are relative to
  bool dropOutput = false;            ///< printf and streams are left out, with a note, instead of refused
};

} // namespace soac::frontend
