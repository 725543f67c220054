// The text of the source file: the file itself, and its fragments, the files that it includes inside of a
// namespace, a function or another declaration. Generated code can include neither.
#pragma once

#include <clang/AST/ASTContext.h>

namespace soac::frontend {

/// Where an #include directive of the main file stands.
enum class IncludePlace : std::uint8_t { File, ExternC, Declaration };
IncludePlace placeOfInclude(const clang::ASTContext &context, clang::SourceLocation directive);

/// Is this in the source file or in one of its fragments?
bool isInSource(const clang::ASTContext &context, clang::SourceLocation at);
inline bool isInSource(const clang::Decl *declaration) {
  return isInSource(declaration->getASTContext(), declaration->getLocation());
}

} // namespace soac::frontend
