// Reads the text form of the IR (Printer.h shows it).
//
// The parser checks the syntax and that values are defined, once, before they are used; whether the statements are
// well-typed is the verifier's to say.
#pragma once

#include "ir/Function.h"

#include <optional>
#include <string>
#include <vector>

namespace soac::ir {

struct ParseError {
  unsigned line = 0, column = 0; ///< from 1
  std::string message;
};

struct ParseResult {
  std::vector<Function> functions;
  std::optional<ParseError> error; ///< the first one; the functions before it are there
};

ParseResult parse(llvm::StringRef text);

} // namespace soac::ir
