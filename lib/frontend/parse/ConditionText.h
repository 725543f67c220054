// The text of a conditional, from its first directive to its last, with the branches that Clang does not read.
#pragma once

#include <clang/Basic/LangOptions.h>

#include <llvm/ADT/StringRef.h>

#include <string>
#include <vector>

namespace soac::frontend {

struct ConditionText {
  bool hasCode = false; ///< more than directives in a branch
  bool hasInclude = false;
  bool hasOmpPragma = false;        ///< `#pragma omp` or `#pragma soac` in one
  unsigned branches = 0;            ///< those without #error; a missing #else is one
  std::vector<std::string> defines; ///< macros that are more than hints to the optimiser
};

/// `text` begins behind the `#` of the first directive.
ConditionText readConditional(llvm::StringRef text, const clang::LangOptions &language);

/// Does a macro, from its name on, say something to the optimiser alone?
bool isHintMacro(llvm::StringRef definition, const clang::LangOptions &language);

/// The identifiers in a text.
std::vector<std::string> identifiersIn(llvm::StringRef text, const clang::LangOptions &language);

} // namespace soac::frontend
