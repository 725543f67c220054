// C++ and pragmas to IR. The only folder, with tool/, that includes Clang's headers; this header does not.
#pragma once

#include "diag/Diagnostic.h"
#include "frontend/parse/Options.h"
#include "interface/Interface.h"

#include <string>
#include <vector>

namespace soac::frontend {

struct Result {
  interface::Unit unit;
  std::vector<std::string> dependencies; ///< every file that was read, for depfiles
  bool parsed = false;                   ///< false when Clang itself reported errors: nothing is to be written
};

/// Reads one source file. Each CxxFunction of the unit holds its primal inlined, with `Differentiate` statements where
/// an operator or a plain derivative asks for one. A function that is refused is left out, with its reason in `engine`.
Result read(const std::string &file, const Options &options, diag::Engine &engine);

} // namespace soac::frontend
