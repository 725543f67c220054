// Clang's source positions as places of diagnostics and locations of statements.
#pragma once

#include "diag/Diagnostic.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Basic/LangOptions.h>

namespace soac::frontend {

/// The place that the user wrote: of a macro's text, where it is used.
diag::Place placeOf(clang::SourceLocation location, const clang::SourceManager &sources);
/// The whole range, to the end of its last token.
diag::Place placeOf(clang::SourceRange range, const clang::SourceManager &sources, const clang::LangOptions &language);

} // namespace soac::frontend
