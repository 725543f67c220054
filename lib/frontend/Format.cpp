#include "frontend/Format.h"

#include <clang/Format/Format.h>
#include <clang/Tooling/Core/Replacement.h>

namespace soac::frontend {

std::string format(llvm::StringRef code, llvm::StringRef name) {
  clang::format::FormatStyle style = clang::format::getLLVMStyle();
  style.ColumnLimit = 110;
  // What is written has nothing to sort, and says itself where a namespace ends: each of these would read all of it
  // once more.
  style.SortIncludes = clang::format::FormatStyle::SI_Never;
  style.SortUsingDeclarations = clang::format::FormatStyle::SUD_Never;
  style.FixNamespaceComments = false;
  // Bodies of lambdas in lambdas stay near the left, and the choice of line breaks does not take time that is exponential in
  // their depth.
  style.LambdaBodyIndentation = clang::format::FormatStyle::LBI_OuterScope;
  style.AlignAfterOpenBracket = clang::format::FormatStyle::BAS_DontAlign;
  const clang::tooling::Range everything(0, code.size());
  const clang::tooling::Replacements changes = clang::format::reformat(style, code, everything, name);
  llvm::Expected<std::string> result = clang::tooling::applyAllReplacements(code, changes);
  if (result)
    return std::move(*result);
  llvm::consumeError(result.takeError());
  return code.str();
}

} // namespace soac::frontend
