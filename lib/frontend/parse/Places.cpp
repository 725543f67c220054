#include "frontend/parse/Places.h"

#include <clang/Lex/Lexer.h>

namespace soac::frontend {

diag::Place placeOf(clang::SourceLocation location, const clang::SourceManager &sources) {
  diag::Place place;
  if (location.isInvalid())
    return place;
  const clang::PresumedLoc presumed = sources.getPresumedLoc(sources.getExpansionLoc(location));
  if (presumed.isInvalid())
    return place;
  place.file = presumed.getFilename();
  place.line = presumed.getLine();
  place.column = presumed.getColumn();
  return place;
}

diag::Place placeOf(clang::SourceRange range, const clang::SourceManager &sources,
                    const clang::LangOptions &language) {
  diag::Place place = placeOf(range.getBegin(), sources);
  if (place.file.empty() || range.getEnd().isInvalid())
    return place;
  const clang::SourceLocation last = sources.getExpansionRange(range.getEnd()).getEnd();
  const clang::SourceLocation end = clang::Lexer::getLocForEndOfToken(last, 0, sources, language);
  const clang::PresumedLoc presumed = sources.getPresumedLoc(end.isValid() ? end : last);
  if (presumed.isValid() && presumed.getFilename() == place.file) {
    place.endLine = presumed.getLine();
    place.endColumn = presumed.getColumn();
  }
  return place;
}

} // namespace soac::frontend
