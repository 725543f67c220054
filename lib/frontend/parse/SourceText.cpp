#include "frontend/parse/SourceText.h"

#include "frontend/parse/Clang.h"

namespace soac::frontend {

IncludePlace placeOfInclude(const clang::ASTContext &context, clang::SourceLocation directive) {
  const clang::SourceManager &sources = context.getSourceManager();
  const auto isAround = [&](const clang::Decl *declaration) {
    const clang::SourceRange range = declaration->getSourceRange();
    return range.isValid() && sources.isBeforeInTranslationUnit(range.getBegin(), directive) &&
           sources.isBeforeInTranslationUnit(directive, range.getEnd());
  };
  IncludePlace place = IncludePlace::File;
  const clang::DeclContext *scope = context.getTranslationUnitDecl();
  while (true) {
    const auto around = llvm::find_if(scope->decls(), isAround);
    if (around == scope->decls_end())
      return place;
    const auto *linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(*around);
    if (!linkage)
      return IncludePlace::Declaration;
    if (linkage->getLanguage() == clang::LinkageSpecLanguageIDs::C)
      place = IncludePlace::ExternC;
    scope = linkage;
  }
}

bool isInSource(const clang::ASTContext &context, clang::SourceLocation at) {
  const clang::SourceManager &sources = context.getSourceManager();
  at = sources.getExpansionLoc(at);
  if (at.isInvalid() || sources.isInMainFile(at))
    return at.isValid();
  if (sources.isInSystemHeader(at))
    return false;
  clang::SourceLocation directive = at;
  while (directive.isValid() && !sources.isInMainFile(directive))
    directive = sources.getIncludeLoc(sources.getFileID(directive));
  return directive.isValid() && placeOfInclude(context, directive) == IncludePlace::Declaration;
}

} // namespace soac::frontend
